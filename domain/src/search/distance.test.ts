import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distance, distanceTo } from './distance.ts';
import { nearestFirst } from './find-places.ts';

const mosque = { latitude: 3.1646, longitude: 101.7029 };
const chowKit = { latitude: 3.1635, longitude: 101.6985 };
const london = { latitude: 51.5, longitude: -0.12 };

const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('distance gives metres along the surface of the earth', () => {
  expect(distance(mosque, chowKit)).toBeCloseTo(504, -1);
  expect(distance(mosque, london) / 1000).toBeCloseTo(10_560, -2);
});

test('distance is zero to itself, the same both ways and at most half of the circumference', () => {
  fc.assert(
    fc.property(position, position, (a, b) => {
      expect(distance(a, a)).toBe(0);
      expect(distance(a, b)).toBeCloseTo(distance(b, a), 3);
      expect(distance(a, b)).toBeLessThanOrEqual(Math.PI * 6_371_000);
    }),
  );
});

test('a place without a pin has no distance and comes last', () => {
  const unpinned = { latitude: null, longitude: null };
  expect(distanceTo(unpinned, mosque)).toBeNull();
  expect(nearestFirst([unpinned, chowKit, unpinned, mosque], mosque)).toEqual([
    mosque,
    chowKit,
    unpinned,
    unpinned,
  ]);
});
