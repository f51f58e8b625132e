import { expect, test } from 'vitest';
import { webLink } from './web-link.ts';

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
