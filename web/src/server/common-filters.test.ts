import { expect, test } from 'vitest';
import { parseFilters } from '../features/browse/filters.ts';
import { areCommon } from './page-renderer.tsx';

test.each(['', 'category=Kesihatan&subcategory=Klinik&page=2', 'near=chow-kit&kampong=Chow+Kit'])(
  'others may choose %s too',
  (search) => {
    expect(areCommon(parseFilters(new URLSearchParams(search)))).toBe(true);
  },
);

test.each([
  'q=nasi',
  'area=101.69,3.155,101.715,3.175',
  'category=Cars',
  'kampong=London',
  'category=Kesihatan&subcategory=Sorcery',
])('only one visitor chooses %s', (search) => {
  expect(areCommon(parseFilters(new URLSearchParams(search)))).toBe(false);
});
