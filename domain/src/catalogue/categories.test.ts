import { expect, test } from 'vitest';
import {
  homeCategories,
  isMainCategory,
  mainCategories,
  mayBelongTo,
  subCategories,
} from './categories.ts';

/** As the specification lists them for the home page, in its order. */
const onHome = [
  'Makanan & Minuman',
  'Hotel & Penginapan',
  'Kesihatan',
  'Perniagaan Runcit',
  'Fesyen & Pakaian',
  'Pusat kecantikan',
  'Perkhidmatan Dobi',
  'Servis Automotif',
  'Perkhidmatan Profesional',
  'Pengangkutan',
  'Perniagaan Pelbagai',
  'IT',
  'Elektronik & Elektrik',
  'Pendidikan',
  'Pasar',
  'Sewaan Venue Sukan',
  'Tempat Ibadah',
  'Pelancongan',
];

const counts: Record<string, number> = {
  'Makanan & Minuman': 11,
  'Hotel & Penginapan': 3,
  Kesihatan: 6,
  'Perniagaan Runcit': 4,
  'Fesyen & Pakaian': 6,
  'Pusat kecantikan': 5,
  'Perkhidmatan Dobi': 2,
  'Servis Automotif': 6,
  'Perkhidmatan Profesional': 5,
  Pengangkutan: 4,
  'Perniagaan Pelbagai': 4,
  Pendidikan: 8,
  Pasar: 4,
  'Sewaan Venue Sukan': 3,
  'Tempat Ibadah': 2,
  Pelancongan: 3,
  Komuniti: 4,
  Kewangan: 5,
};

test('there are twenty main categories, and the home page offers eighteen of them', () => {
  expect(mainCategories).toHaveLength(20);
  expect(homeCategories).toEqual(onHome);
  expect(mainCategories).toEqual([...onHome, 'Komuniti', 'Kewangan']);
});

test.each(Object.entries(counts))('%s has %d sub-categories', (category, count) => {
  if (!isMainCategory(category)) throw new Error('no such category');
  expect(subCategories(category)).toHaveLength(count);
});

test('IT and Elektronik & Elektrik have six sub-categories together', () => {
  expect([...subCategories('IT'), ...subCategories('Elektronik & Elektrik')]).toHaveLength(6);
});

test('sub-categories are spelled as in the specification', () => {
  expect(subCategories('Hotel & Penginapan')).toEqual(['Hotel', 'Home Stay', 'Air BNB']);
  expect(subCategories('Sewaan Venue Sukan')).toEqual(['Bola Sepak', 'Futsal', 'Badminton']);
  expect(subCategories('Tempat Ibadah')).toEqual(['Masjid', 'Surau']);
  expect(subCategories('Kewangan')).toEqual(expect.arrayContaining(['Bank', 'ATM', 'Pajak Gadai']));
});

test('every sub-category occurs once', () => {
  const kinds = mainCategories.flatMap(subCategories);
  expect(new Set(kinds).size).toBe(kinds.length);
});

test('a known sub-category belongs only to its category, an unknown one to any', () => {
  for (const category of mainCategories)
    for (const home of mainCategories)
      for (const kind of subCategories(home))
        expect(mayBelongTo(category, kind)).toBe(category === home);
  expect(mayBelongTo('Pasar', 'Kedai Satay')).toBe(true);
});

test.each(['', 'IT, Elektronik & Elektrik', 'pasar', 'toString', '__proto__'])(
  '"%s" is not a main category',
  (text) => {
    expect(isMainCategory(text)).toBe(false);
  },
);
