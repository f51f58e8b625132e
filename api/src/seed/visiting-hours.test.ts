import { expect, test } from 'vitest';
import { visitingHours } from './visiting-hours.ts';

const zone = 'Asia/Kuala_Lumpur';
/** Already the 22nd, one in the morning, in Kuala Lumpur. */
const now = new Date('2026-11-21T17:00:00.000Z');

test('thirty whole days of the time zone end with yesterday', () => {
  const hours = visitingHours(now, zone);
  expect(hours).toHaveLength(30 * 24);
  const starts = hours.map(({ start }) => start);
  expect(iso(Math.max(...starts))).toBe('2026-11-21T15:00:00.000Z');
  expect(iso(Math.min(...starts))).toBe('2026-10-22T16:00:00.000Z');
});

test('lunch and evening are busier than the afternoon, and the night is quiet', () => {
  const at = (hour: number) => weightOf((local) => local.getUTCHours() === hour);
  expect(at(12)).toBeGreaterThan(1.5 * at(15));
  expect(at(20)).toBeGreaterThan(1.5 * at(15));
  expect(at(3)).toBeLessThan(0.05 * at(20));
});

test('weekends are busier and begin later than working days', () => {
  const weekend = (local: Date) => [0, 6].includes(local.getUTCDay());
  const share = (isDay: (local: Date) => boolean, hour: number) =>
    weightOf((local) => isDay(local) && local.getUTCHours() === hour) / weightOf(isDay);
  const days = (isDay: (local: Date) => boolean) =>
    visitingHours(now, zone).filter(({ start }) => isDay(local(start))).length / 24;
  const weekday = (local: Date) => !weekend(local);
  expect(weightOf(weekend) / days(weekend)).toBeGreaterThan(
    1.2 * (weightOf(weekday) / days(weekday)),
  );
  expect(share(weekend, 8)).toBeLessThan(share(weekday, 8));
});

test('the same moment gives the same hours, another zone gives others', () => {
  expect(visitingHours(now, zone)).toEqual(visitingHours(now, zone));
  expect(visitingHours(now, 'Europe/Lisbon')).not.toEqual(visitingHours(now, zone));
});

function weightOf(isWanted: (local: Date) => boolean): number {
  return visitingHours(now, zone)
    .filter(({ start }) => isWanted(local(start)))
    .reduce((sum, { weight }) => sum + weight, 0);
}

/** Its UTC fields say what the clocks of Kuala Lumpur showed. */
function local(start: number): Date {
  return new Date(start + 8 * 3_600_000);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
