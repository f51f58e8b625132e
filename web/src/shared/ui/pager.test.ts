import { expect, test } from 'vitest';
import { pagerItems } from './pager.tsx';

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
