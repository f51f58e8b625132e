import { expect, test } from 'vitest';
import { pageOf } from './find-places.ts';

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
