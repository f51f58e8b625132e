import { expect, test } from 'vitest';
import { safeLink, webLink } from './links.ts';

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  [' http://example.com ', 'http://example.com/'],
  [' example.com/menu ', 'https://example.com/menu'],
  ['www.example.com.my', 'https://www.example.com.my/'],
])('%s is a link', (text, href) => {
  expect(safeLink(text)).toBe(href);
});

test.each([
  null,
  '',
  '   ',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//example.com',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox',
  'file:///etc/passwd',
  'ftp://example.com',
  '@mak_teh',
  'call us',
  '//example.com',
  'example.com/a b',
])('%j is no link', (text) => {
  expect(safeLink(text)).toBeNull();
});

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['http://a.example', 'http://a.example/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['a.example', null],
  ['', null],
  [null, null],
])('%j leads to %j', (text, href) => {
  expect(webLink(text)).toBe(href);
});
