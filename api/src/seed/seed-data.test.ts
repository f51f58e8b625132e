import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mainCategories } from '@directory/domain/catalogue';
import { expect, test } from 'vitest';
import { rejectionLabels } from '@directory/domain';
import { loadSeedData } from './seed-data.ts';
import { planSeed, seedTimeOf } from './seed-plan.ts';

const seedFolder = fileURLToPath(new URL('../../seed-data', import.meta.url));
const now = new Date('2026-11-21T08:00:00.000Z');
const data = await loadSeedData(seedFolder);
const plan = planSeed(data, now);
const places = plan.filter(({ isDemonstration }) => !isDemonstration);
const madeUp = plan.filter(({ isDemonstration }) => isDemonstration);
const wordsOf = (name: string) => new Set(name.toLowerCase().match(/[\p{L}\d]{4,}/gu));

test('every main category has at least four real places', () => {
  const counts = mainCategories.map(
    (category) => places.filter(({ details }) => details.businessInfo === category).length,
  );
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
});

test('every place names its source and a licence', () => {
  for (const { source, licence } of data.places) {
    expect(source).toMatch(/^github:/);
    expect(licence).toMatch(/^(ODbL-1\.0|MIT|CC0-1\.0) \(/);
  }
});

test('exact opening times are kept of every place whose source states them clearly', () => {
  const withTimes = places.filter(({ details }) => details.openingTimes !== null);
  expect(withTimes).toHaveLength(178);
});

test('no two listings are the same', () => {
  expect(new Set(plan.map(({ id }) => id)).size).toBe(plan.length);
});

test('real places have no photo, owner or review', () => {
  for (const place of places)
    expect(place).toMatchObject({ photo: null, ownerId: null, later: [] });
});

test('demonstration listings have made-up names that no place has, and contacts that nobody has', () => {
  expect(madeUp.length).toBe(12);
  for (const { details } of madeUp) {
    expect(details.businessName).toMatch(/\b(Contoh|Demo)\b/);
    expect(details.phone).toMatch(/^030-00000\d\d$/);
    expect(details.whatsapp ?? '012-00000').toMatch(/^012-00000/);
    expect(details.website ?? 'https://x.example.com/').toMatch(/\.example\.com\/$/);
    const name = [...wordsOf(details.businessName)].join(' ');
    const same = places.filter(
      (place) => [...wordsOf(place.details.businessName)].join(' ') === name,
    );
    expect(same).toEqual([]);
  }
});

test('the demonstration shows every state of a listing', () => {
  const states = madeUp.map(({ later }) =>
    later.map(({ command }) => command.type.replace('Business', '')).join(' '),
  );
  const count = (state: string) => states.filter((each) => each === state).length;
  expect(count('Approve')).toBeGreaterThanOrEqual(5);
  expect(count('')).toBe(3);
  expect(count('Reject')).toBe(2);
  expect(count('Approve Edit')).toBe(1);
  expect(count('Reject Edit Approve')).toBe(1);
});

test('every photo is used exactly once', async () => {
  const photos = plan.map(({ photo }) => photo).filter((photo) => photo !== null);
  expect(photos.toSorted()).toEqual(await readdir(`${seedFolder}/photos`));
});

test('photos belong to listings of the kind they show', () => {
  const shown = madeUp.map(({ photo, details: { businessInfo, subCategory } }) => [
    photo,
    `${businessInfo}, ${subCategory}`,
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    'boxing-gloves.jpg': 'Perniagaan Runcit, Kedai Khusus',
    'coffee-cup.jpg': 'Makanan & Minuman, Kafe',
    'coffee-table.jpg': 'Makanan & Minuman, Warung',
    'croissant.jpg': 'Makanan & Minuman, Roti & Kek',
    'football.jpg': 'Sewaan Venue Sukan, Bola Sepak',
    'goods-sacks.jpg': 'Makanan & Minuman, Kopitiam',
    'hard-drive.jpg': 'IT, Kedai Komputer',
    'laptop.jpg': 'IT, Kedai Komputer',
    'network-cable.jpg': 'IT, Perkhidmatan IT',
    'running-shoe.jpg': 'Fesyen & Pakaian, Kasut & Beg',
    'sofa.jpg': 'Perniagaan Pelbagai, Perabot & Hiasan',
    'tulips.jpg': 'Perniagaan Pelbagai, Bunga & Hadiah',
  });
});

test('the first and the last listing are real places: they mark the begin and end of a seed', () => {
  expect(plan[0]?.details).toBe(data.places[0]?.details);
  expect(plan.at(-1)?.details).toBe(data.places.at(-1)?.details);
});

test('places are published before the month of visits, in the order of the data', () => {
  const times = places.map(({ publicSince }) => publicSince?.getTime() ?? now.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(Math.max(...times)).toBeLessThan(Date.parse('2026-10-21T00:00:00.000Z'));
});

test('the time of a seed follows from when its first place was published', () => {
  const published = plan[0]?.publicSince?.toISOString() ?? '';
  expect(seedTimeOf(published, now)).toEqual(now);
  expect(seedTimeOf(published, new Date('2026-11-19T08:00:00.000Z'))).toEqual(now);
});

test('a seed of release 1.0.0 began when its first place was published', () => {
  expect(seedTimeOf('2026-11-21T07:59:59.000Z', now)).toEqual(new Date('2026-11-21T07:59:59.000Z'));
});

test('every rejection has a preset reason', () => {
  const codes = Object.keys(rejectionLabels);
  const reasons = data.demonstration
    .flatMap(({ later }) => later)
    .flatMap((step) => (step.what === 'reject' ? [step.reason.code] : []));
  expect(reasons.length).toBeGreaterThan(1);
  for (const code of reasons) expect(codes).toContain(code);
});

test('every planned command is after the one before it and before now', () => {
  for (const { create, later } of plan) {
    const times = [create(null).at, ...later.map(({ at }) => at), now].map((at) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});
