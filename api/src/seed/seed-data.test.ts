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

test('every photo is used exactly once', async () => {
  const photos = plan.map(({ photo }) => photo).filter((photo) => photo !== null);
  expect(photos.toSorted()).toEqual(await readdir(`${seedFolder}/photos`));
});

test('photos belong to places of the kind they show', () => {
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

test('the first and the last place are simply published: they mark the begin and end of a seed', () => {
  for (const listing of [plan[0], plan.at(-1)])
    expect(listing).toMatchObject({ publish: true, later: [], isDemonstration: false });
  expect(plan[0]?.importedAt).toEqual(now);
});

test('every rejection has a preset reason', () => {
  const codes = rejectionPresets.map(({ code }) => code);
  expect(data.demonstration.rejected.length).toBeGreaterThan(1);
  for (const { reason } of data.demonstration.rejected) expect(codes).toContain(reason.code);
});

test('every planned command is after the import and before now', () => {
  for (const { importedAt, later } of plan) {
    const times = [importedAt, ...later.map(({ at }) => at), now].map((time) => time.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
});
