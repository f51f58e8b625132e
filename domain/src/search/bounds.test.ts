import { expect, test } from 'vitest';
import { boundsText, isWithin, parseBounds } from './distance.ts';

const village = { west: 101.69, south: 3.155, east: 101.715, north: 3.175 };

test('bounds are read from their text and written as it', () => {
  expect(parseBounds('101.69,3.155,101.715,3.175')).toEqual(village);
  expect(boundsText(village)).toBe('101.69,3.155,101.715,3.175');
  expect(boundsText({ ...village, west: 101.690004 })).toBe('101.69,3.155,101.715,3.175');
});

test.each(['', '1,2,3', '2,0,1,1', '0,2,1,1', '0,0,181,1', '0,-91,1,1', '0,0,1,1,1', 'a,b,c,d'])(
  '"%s" is no rectangle of the map',
  (text) => {
    expect(parseBounds(text)).toBeNull();
  },
);

test('a pin is within bounds or outside, and no pin is within none', () => {
  expect(isWithin({ latitude: 3.1645, longitude: 101.7045 }, village)).toBe(true);
  expect(isWithin({ latitude: 3.2, longitude: 101.7045 }, village)).toBe(false);
  expect(isWithin({ latitude: null, longitude: null }, village)).toBe(false);
});
