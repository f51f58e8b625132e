import { expect, test } from 'vitest';
import { pageOf, pagerItems } from './pager.tsx';

const items = Array.from({ length: 30 }, (_, index) => index + 1);

test('a page has twelve items and the last one the rest', () => {
  expect(pageOf(items, 1, 12)).toEqual({ items: items.slice(0, 12), page: 1, pages: 3 });
  expect(pageOf(items, 3, 12)).toEqual({ items: items.slice(24), page: 3, pages: 3 });
});

test('a page beyond the last shows the last', () => {
  expect(pageOf(items, 9, 12)).toEqual(pageOf(items, 3, 12));
});

test('no items are one empty page', () => {
  expect(pageOf([], 5, 12)).toEqual({ items: [], page: 1, pages: 1 });
});

test('twelve items are one page and thirteen are two', () => {
  expect(pageOf(items.slice(0, 12), 1, 12).pages).toBe(1);
  expect(pageOf(items.slice(0, 13), 1, 12).pages).toBe(2);
});

test('up to seven pages are all offered', () => {
  expect(pagerItems(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test.each([
  [1, [1, 2, 3, 4, 5, null, 34]],
  [4, [1, 2, 3, 4, 5, null, 34]],
  [5, [1, null, 4, 5, 6, null, 34]],
  [30, [1, null, 29, 30, 31, null, 34]],
  [31, [1, null, 30, 31, 32, 33, 34]],
  [34, [1, null, 30, 31, 32, 33, 34]],
])('on page %i of 34 the pager leaves gaps', (page, offered) => {
  expect(pagerItems(page, 34)).toEqual(offered);
});
