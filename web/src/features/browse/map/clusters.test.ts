import { expect, test } from 'vitest';
import { aPlace, aSite, places } from '../../../testing/fixtures.ts';
import { parseFilters } from '../filters.ts';
import { clusterPlaces, deepestZoom, extentOf } from './clusters.ts';

const everywhere = { west: -180, south: -85, east: 180, north: 85 };
const pin = { latitude: 3.1645, longitude: 101.7045 };
const nextDoor = { latitude: 3.1649, longitude: 101.7049 };

test('near places are one cluster until the zoom at which they fall apart', () => {
  const marks = clusterPlaces([aPlace({ id: 'a', ...pin }), aPlace({ id: 'b', ...nextDoor })]);
  const [cluster, ...others] = marks(everywhere, 12);
  expect(others).toEqual([]);
  if (!cluster || 'place' in cluster) throw new Error('not a cluster');
  expect(cluster.count).toBe(2);
  expect(cluster.places().map(({ id }) => id)).toEqual(['a', 'b']);
  expect(marks(everywhere, cluster.zoom()).map(({ key }) => key)).toEqual(['a', 'b']);
  expect(marks(everywhere, cluster.zoom() - 1)).toHaveLength(1);
});

test('places at one pin stay one cluster at every zoom', () => {
  const marks = clusterPlaces(places(3, () => pin));
  const [cluster] = marks(everywhere, deepestZoom);
  if (!cluster || 'place' in cluster) throw new Error('not a cluster');
  expect(cluster.count).toBe(3);
  expect(cluster.zoom()).toBeGreaterThan(deepestZoom);
});

test('only what is in the area is marked, and nothing without a pin', () => {
  const marks = clusterPlaces([
    aPlace({ id: 'a', ...pin }),
    aPlace({ id: 'far', latitude: 3.05, longitude: 101.6 }),
    aPlace({ id: 'unpinned' }),
  ]);
  const area = { west: 101.69, south: 3.155, east: 101.715, north: 3.175 };
  expect(marks(area, 15).map(({ key }) => key)).toEqual(['a']);
  expect(marks(everywhere, 15)).toHaveLength(2);
});

test('the map shows the village where no place of the page has a pin', () => {
  const { bounds } = extentOf(parseFilters(new URLSearchParams()), [aPlace()], aSite.map);
  expect(bounds.isValid()).toBe(true);
  const { latitude, longitude } = aSite.map;
  expect(bounds.getCenter().distanceTo([latitude, longitude])).toBeLessThan(1);
});

test('the map of one place shows it, however far from the village', () => {
  const filters = parseFilters(new URLSearchParams());
  const { bounds } = extentOf(filters, [aPlace({ latitude: 3.3, longitude: 101.5 })], aSite.map);
  expect(bounds.contains([3.3, 101.5])).toBe(true);
});
