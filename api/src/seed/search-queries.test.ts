import type { BusinessDetails } from '@directory/domain';
import type { TextSearch } from '@directory/domain/search';
import { textSearch } from '@directory/domain/search/text';
import { beforeAll, expect, test } from 'vitest';
import { acceptance, everyday, type Wanted } from '../testing/search-queries.ts';
import { loadSeedData } from './seed-data.ts';

let search: TextSearch<BusinessDetails>;
beforeAll(async () => {
  const { places } = await loadSeedData('api/seed-data');
  search = textSearch(places.map(({ details }) => details)).search;
});

const names = (q: string) => search(q).places.map(({ businessName }) => businessName);

const isWanted = (place: BusinessDetails | undefined, wanted: Wanted) =>
  'name' in wanted
    ? (place?.businessName.startsWith(wanted.name) ?? false)
    : place?.businessInfo === wanted.kind || place?.subCategory === wanted.kind;

test.each(Object.entries(acceptance))('"%s" finds the wanted place first', (q, wanted) => {
  expect(isWanted(search(q).places[0], wanted), names(q).slice(0, 3).join(', ')).toBe(true);
});

test('at least 55 of 60 everyday searches have a right answer in the first three results', () => {
  const queries = Object.entries(everyday);
  expect(queries.length).toBeGreaterThanOrEqual(60);
  const failed = queries
    .filter(
      ([q, wanted]) =>
        !search(q)
          .places.slice(0, 3)
          .some((place) => isWanted(place, wanted)),
    )
    .map(([q]) => q);
  expect(failed.length, failed.join(', ')).toBeLessThanOrEqual(5);
});

test('all spellings of the village find the same places', () => {
  expect(names('kampung baru').length).toBeGreaterThan(10);
  expect(names('kampong bharu')).toEqual(names('kampung baru'));
  expect(names('kg baru')).toEqual(names('kampung baru'));
});

test('a misspelt word finds the same as the right one, and shows which', () => {
  expect(names('masjit')).toEqual(names('masjid'));
  expect(search('masjit').correction).toBe('masjid');
  expect(search('masjid').correction).toBeNull();
});

test('English and Malay words for a mosque, and for the monorail, find the same places', () => {
  const mosques = search('masjid').places.filter(({ subCategory }) => subCategory === 'Masjid');
  expect(mosques.length).toBeGreaterThan(10);
  expect(names('mosque')).toEqual(names('masjid'));
  expect(names('monorel')).toEqual(names('monorail'));
});

test.each([
  ['restaurant', 'Restoran'],
  ['kafe', 'Kafe'],
  ['cafe', 'Kafe'],
  ['coffee', 'Kafe'],
])('"%s" lists all of %s before other places', (q, kind) => {
  const kinds = search(q).places.map(({ subCategory }) => subCategory);
  const count = kinds.filter((found) => found === kind).length;
  expect(count).toBeGreaterThanOrEqual(8);
  expect(new Set(kinds.slice(0, count))).toEqual(new Set([kind]));
});

test('a kind that nobody lists is named, and its category is found', () => {
  const { places, unlisted } = search('money changer');
  expect(unlisted).toEqual({ category: 'Kewangan', subcategory: 'Pengurup Wang Berlesen' });
  expect(new Set(places.map(({ businessInfo }) => businessInfo))).toEqual(new Set(['Kewangan']));
});
