import { expect, test } from 'vitest';
import { boundsText, parseBounds } from './distance.ts';
import { isWithin } from './filters.ts';

const village = { west: 101.69, south: 3.155, east: 101.715, north: 3.175 };

test('bounds are read from their text and written as it', () => {
  expect(parseBounds('101.69,3.155,101.715,3.175')).toEqual(village);
  expect(boundsText(village)).toBe('101.69,3.155,101.715,3.175');
  expect(boundsText({ ...village, west: 101.690004 })).toBe('101.69,3.155,101.715,3.175');
});

test('bounds may be the whole map, a line or a point', () => {
  const whole = { west: -180, south: -90, east: 180, north: 90 };
  expect(parseBounds('-180,-90,180,90')).toEqual(whole);
  expect(parseBounds('1,2,1,2')).toEqual({ west: 1, south: 2, east: 1, north: 2 });
});

test.each([
  ...['', '1,2,3', '2,0,1,1', '0,2,1,1', '0,0,1,1,1', 'a,b,c,d'],
  ...['0,0,181,1', '-181,0,1,1', '0,-91,1,1', '0,0,1,91'],
])('"%s" is no rectangle of the map', (text) => {
  expect(parseBounds(text)).toBeNull();
});

test('a pin is within bounds, on their edge or outside, and no pin is within any', () => {
  const { west, south, east, north } = village;
  const isIn = (latitude: number | null, longitude: number | null) =>
    isWithin({ latitude, longitude }, village);
  expect([isIn(3.1645, 101.7045), isIn(south, west), isIn(north, east)]).toEqual([
    true,
    true,
    true,
  ]);
  for (const latitude of [3.2, 3.1]) expect(isIn(latitude, 101.7045)).toBe(false);
  for (const longitude of [101.6, 101.8]) expect(isIn(3.1645, longitude)).toBe(false);
  for (const [latitude, longitude] of [
    [null, null],
    [null, 0],
    [0, null],
  ] as const)
    expect(isWithin({ latitude, longitude }, { west: -1, south: -1, east: 1, north: 1 })).toBe(
      false,
    );
});
