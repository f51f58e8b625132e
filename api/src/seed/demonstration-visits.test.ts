import { expect, test } from 'vitest';
import { parsePlace, type Place } from '../import/parse-place.ts';
import { aRow } from '../import/testing/rows.ts';
import { demonstrationVisits, visitingHours } from './demonstration-visits.ts';

const hours = visitingHours(new Date('2026-11-21T08:00:00.000Z'), 'Asia/Kuala_Lumpur');

test('demonstrationVisits depends on place and hours only', () => {
  const again = () => visitsTo(aPlace());
  expect(again()).toEqual(again());
  expect(visitsTo(aPlace({ name: 'Another' }))).not.toEqual(again());
});

test('demonstrationVisits returns marked events with unique ids, ordered by time', () => {
  const visits = visitsTo(aPlace());
  const times = visits.map(({ metadata }) => metadata.time);
  expect(times).toEqual(times.toSorted());
  expect(visits.every(({ metadata }) => metadata.demonstration)).toBe(true);
  expect(new Set(visits.map(({ id }) => id)).size).toBe(visits.length);
});

test('demonstrationVisits returns more visits for more appeal', () => {
  expect(visitsTo(aPlace(), 50).length).toBeGreaterThan(4 * visitsTo(aPlace(), 10).length);
});

test('demonstrationVisits has clicks only on links of the place', () => {
  const none = { phone: null, website: null, latitude: null, longitude: null };
  expect(channelsIn(aPlace(none))).toEqual([]);
  expect(channelsIn(aPlace({ ...none, phone: '03-2600 3000' }))).toEqual(['phone']);
  expect(channelsIn(aPlace({ ...none, website: 'http://kafe.example/' }))).toEqual(['website']);
});

test('demonstrationVisits has clicks after a small part of the visits', () => {
  const visits = visitsTo(aPlace({ phone: '03-2600 3000' }), 300);
  const clicks = visits.filter(({ type }) => type === 'BusinessLinkClicked').length;
  expect(clicks / visits.length).toBeGreaterThan(0.05);
  expect(clicks / visits.length).toBeLessThan(0.12);
});

function visitsTo(place: Place, appeal = 50) {
  return demonstrationVisits({ ...place, ownerId: null, appeal }, hours);
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

const zone = 'Asia/Kuala_Lumpur';
/** Already the 22nd, one in the morning, in Kuala Lumpur. */
const night = new Date('2026-11-21T17:00:00.000Z');

test('visitingHours returns thirty whole days of the time zone until yesterday', () => {
  const hours = visitingHours(night, zone);
  expect(hours).toHaveLength(30 * 24);
  const starts = hours.map(({ start }) => start);
  expect(iso(Math.max(...starts))).toBe('2026-11-21T15:00:00.000Z');
  expect(iso(Math.min(...starts))).toBe('2026-10-22T16:00:00.000Z');
});

test('visitingHours weights lunch and evening more than the afternoon, and the night little', () => {
  const at = (hour: number) => weightOf((local) => local.getUTCHours() === hour);
  expect(at(12)).toBeGreaterThan(1.5 * at(15));
  expect(at(20)).toBeGreaterThan(1.5 * at(15));
  expect(at(3)).toBeLessThan(0.05 * at(20));
});

test('visitingHours makes weekends busier and their mornings later', () => {
  const weekend = (local: Date) => [0, 6].includes(local.getUTCDay());
  const share = (isDay: (local: Date) => boolean, hour: number) =>
    weightOf((local) => isDay(local) && local.getUTCHours() === hour) / weightOf(isDay);
  const days = (isDay: (local: Date) => boolean) =>
    visitingHours(night, zone).filter(({ start }) => isDay(local(start))).length / 24;
  const weekday = (local: Date) => !weekend(local);
  expect(weightOf(weekend) / days(weekend)).toBeGreaterThan(
    1.2 * (weightOf(weekday) / days(weekday)),
  );
  expect(share(weekend, 8)).toBeLessThan(share(weekday, 8));
});

test('visitingHours depends on the moment and the time zone only', () => {
  expect(visitingHours(night, zone)).toEqual(visitingHours(night, zone));
  expect(visitingHours(night, 'Europe/Lisbon')).not.toEqual(visitingHours(night, zone));
});

function weightOf(isWanted: (local: Date) => boolean): number {
  return visitingHours(night, zone)
    .filter(({ start }) => isWanted(local(start)))
    .reduce((sum, { weight }) => sum + weight, 0);
}

/** Its UTC fields are the local time in Kuala Lumpur. */
function local(start: number): Date {
  return new Date(start + 8 * 3_600_000);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
