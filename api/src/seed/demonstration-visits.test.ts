import { expect, test } from 'vitest';
import { parsePlace, type Place } from '../import/parse-place.ts';
import { aRow } from '../import/testing/rows.ts';
import { demonstrationVisits } from './demonstration-visits.ts';
import { visitingHours } from './visiting-hours.ts';

const hours = visitingHours(new Date('2026-11-21T08:00:00.000Z'), 'Asia/Kuala_Lumpur');

test('the same place and hours give the same visits, another place others', () => {
  const again = () => visitsTo(aPlace());
  expect(again()).toEqual(again());
  expect(visitsTo(aPlace({ name: 'Another' }))).not.toEqual(again());
});

test('visits are in the order of their times, each marked and with an id of its own', () => {
  const visits = visitsTo(aPlace());
  const times = visits.map(({ metadata }) => metadata.time);
  expect(times).toEqual(times.toSorted());
  expect(visits.every(({ metadata }) => metadata.demonstration)).toBe(true);
  expect(new Set(visits.map(({ id }) => id)).size).toBe(visits.length);
});

test('more appeal draws more visits', () => {
  expect(visitsTo(aPlace(), 50).length).toBeGreaterThan(4 * visitsTo(aPlace(), 10).length);
});

test('visitors click on nothing that the place does not have', () => {
  const none = { phone: null, website: null, latitude: null, longitude: null };
  expect(channelsIn(aPlace(none))).toEqual([]);
  expect(channelsIn(aPlace({ ...none, phone: '03-2600 3000' }))).toEqual(['phone']);
  expect(channelsIn(aPlace({ ...none, website: 'http://kafe.example/' }))).toEqual(['website']);
});

test('a small part of the visits ends with a click', () => {
  const visits = visitsTo(aPlace({ phone: '03-2600 3000' }), 300);
  const clicks = visits.filter(({ type }) => type === 'BusinessLinkClicked').length;
  expect(clicks / visits.length).toBeGreaterThan(0.05);
  expect(clicks / visits.length).toBeLessThan(0.12);
});

function visitsTo(place: Place, appeal = 50) {
  return demonstrationVisits({ place, ownerId: null, appeal }, hours);
}

function channelsIn(place: Place): unknown[] {
  const channels = visitsTo(place, 100).map(({ data }) =>
    'channel' in data ? data.channel : null,
  );
  return [...new Set(channels)].filter((channel) => channel !== null);
}

function aPlace(given: Readonly<Record<string, unknown>> = {}): Place {
  const { place } = parsePlace(aRow(given));
  if (!place) throw new Error('the row is valid');
  return place;
}
