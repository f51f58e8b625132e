import { expect, test } from 'vitest';
import { safeLink } from './safe-link.ts';

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  [' http://example.com ', 'http://example.com/'],
  ['example.com/menu', 'https://example.com/menu'],
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
])('%j is no link', (text) => {
  expect(safeLink(text)).toBeNull();
});
