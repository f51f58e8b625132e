import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mainCategories } from '@directory/domain/catalogue';
import { expect, test } from 'vitest';
import { rejectionPresets } from '../contracts/business-requests.ts';
import { loadSeedData } from './seed-data.ts';
import { planSeed } from './seed-plan.ts';

const seedFolder = fileURLToPath(new URL('../../seed-data', import.meta.url));
const now = new Date('2026-11-21T08:00:00.000Z');
const data = await loadSeedData(seedFolder);
const plan = planSeed(data, now);

test('every main category has at least four public places', () => {
  const counts = mainCategories.map(
    (category) =>
      plan.filter(
        ({ place, publish, later }) =>
          publish && later.length === 0 && place.details.businessInfo === category,
      ).length,
  );
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
});

test('every place names its source and a licence', () => {
  for (const { source, licence } of data.places) {
    expect(source).toMatch(/^github:/);
    expect(licence).toMatch(/^(ODbL-1\.0|MIT|CC0-1\.0) \(/);
  }
});

test('no two rows are the same place', () => {
  expect(new Set(data.places.map(({ id }) => id)).size).toBe(data.places.length);
});

test('every photo is used, and once', async () => {
  const photos = plan.map(({ photo }) => photo).filter((photo) => photo !== null);
  expect(photos.toSorted()).toEqual(await readdir(`${seedFolder}/photos`));
});

test('photos are on places of the kind that they show', () => {
  const shown = plan
    .filter(({ photo }) => photo !== null)
    .map(({ photo, place: { details } }) => [photo, details.businessInfo, details.subCategory]);
  expect(Object.fromEntries(shown.map(([photo, ...kind]) => [photo, kind.join(', ')]))).toEqual({
    'boxing-gloves.jpg': 'Perniagaan Runcit, Kedai Khusus',
    'coffee-cup.jpg': 'Makanan & Minuman, Kafe',
    'coffee-table.jpg': 'Makanan & Minuman, Kafe',
    'croissant.jpg': 'Makanan & Minuman, Kafe',
    'football.jpg': 'Sewaan Venue Sukan, Bola Sepak',
    'goods-sacks.jpg': 'Makanan & Minuman, Kafe',
    'hard-drive.jpg': 'IT, Kedai Komputer',
    'laptop.jpg': 'IT, Kedai Komputer',
    'network-cable.jpg': 'IT, Perkhidmatan IT',
    'running-shoe.jpg': 'Fesyen & Pakaian, Kasut & Beg',
    'sofa.jpg': 'Perniagaan Runcit, Kedai Khusus',
    'tulips.jpg': 'Perniagaan Runcit, Kedai Khusus',
  });
});

test('the first page of the home page is varied and has photos', () => {
  const firstPage = plan
    .filter(({ publish, later }) => publish && later.length === 0)
    .toSorted((a, b) => b.importedAt.getTime() - a.importedAt.getTime())
    .slice(0, 12);
  const categories = firstPage.map(({ place }) => place.details.businessInfo);
  expect(new Set(categories).size).toBeGreaterThanOrEqual(7);
  expect(firstPage.filter(({ photo }) => photo !== null).length).toBeGreaterThanOrEqual(4);
});

test('the first place and the last are simply public, so that they can mark begin and end', () => {
  for (const listing of [plan[0], plan.at(-1)])
    expect(listing).toMatchObject({ publish: true, later: [], isMadeUp: false });
  expect(plan[0]?.importedAt).toEqual(now);
});

test('a rejection has a reason from the list of the reviewers', () => {
  const codes = rejectionPresets.map(({ code }) => code);
  expect(data.demonstration.rejected.length).toBeGreaterThan(1);
  for (const { reason } of data.demonstration.rejected) expect(codes).toContain(reason.code);
});

test('nothing happens to a listing before it was imported, nor after now', () => {
  for (const { importedAt, later } of plan) {
    const times = [importedAt, ...later.map(({ at }) => at), now].map((time) => time.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});
