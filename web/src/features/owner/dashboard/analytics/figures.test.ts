import { expect, test } from 'vitest';
import { averageText, changeText, quartileOf, rateText } from './figures.ts';

test.each([
  [34, 20, '14 more (+70%)'],
  [20, 34, '14 fewer (−41.2%)'],
  [1500, 500, '1,000 more (+200%)'],
  [0, 3, '3 fewer (−100%)'],
  [5, 5, 'no change'],
  [5, 0, 'no comparison yet'],
  [0, 0, 'no comparison yet'],
  [5, undefined, 'no comparison yet'],
])('changeText(%s, %s) is %j', (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});

test('rateText is actions per visitor, and a dash without visitors', () => {
  expect([rateText(1, 8), rateText(3, 2), rateText(0, 4), rateText(0, 0)]).toEqual([
    '12.5%',
    '150%',
    '0%',
    '–',
  ]);
});

test('averageText has one decimal below 10 and none above', () => {
  expect([averageText(7, 28), averageText(50, 7), averageText(350, 28)]).toEqual([
    '0.3',
    '7.1',
    '13',
  ]);
});

test('quartileOf spreads values over four levels, whatever the highest is', () => {
  const values = [0, 0, 1, 2, 3, 4, 5, 6, 7, 500];
  expect(values.map(quartileOf(values))).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
});
