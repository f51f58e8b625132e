import { englishKinds } from './categories.ts';
import type { OperatingHours } from './hours.ts';

export * from './categories.ts';
export * from './entered-times.ts';
export * from './hours.ts';
export * from './opening-times.ts';
export * from './phone.ts';

/** What forms fill in where the lookup of a pin finds no address. It counts as an empty address. */
export const addressNotFound = 'Address not found';

/** Masjid Jamek Kampung Baru, in the middle of the village. */
export const villageCentre = { latitude: 3.1645, longitude: 101.7045 } as const;

/** The fourteen parts of the village, in the order in which the home page offers them. */
export const kampongs = [
  'Kampung Hujung Pasir',
  'Kampung Masjid',
  'Kampung Pindah',
  'Kampung Periuk',
  'Kampung Atas A',
  'Kampung Atas B',
  'Kampung Bawah',
  'Kampung Paya',
  'Pasar Minggu',
  'Chow Kit',
  'Raja Muda',
  'Sungai Baru',
  'Kampung Padang',
  'Pintu Gerbang',
] as const;

export type Kampong = (typeof kampongs)[number];

/** How visitors can sort the list. */
export const orders = ['rating-highest', 'rating-lowest', 'year-newest', 'year-oldest'] as const;
export type Order = (typeof orders)[number];

/** What a visitor may find at a place besides its business. */
export const facilities = ['Tandas', 'Tandas OKU', 'Surau'] as const;

export type Facility = (typeof facilities)[number];

const englishHours: Readonly<Record<OperatingHours, string>> = {
  'Pagi-Tengahhari': 'morning to midday',
  'Pagi-Petang': 'morning to afternoon',
  'Pagi-Malam': 'morning to night',
  'Tengahhari-Petang': 'midday to afternoon',
  'Tengahhari-Malam': 'midday to night',
  'Petang-Malam': 'afternoon to night',
  '24jam': 'open 24 hours',
};

const englishFacilities: Readonly<Record<Facility, string>> = {
  Tandas: 'toilet',
  'Tandas OKU': 'accessible toilet',
  Surau: 'prayer room',
};

/** The English of the catalogue's Malay words; null where the word is English already. */
export const englishWords: Readonly<Record<string, string | null>> = {
  ...englishKinds,
  ...englishHours,
  ...englishFacilities,
};

/** The English of a category, sub-category, opening span or facility; null for a word that is English already, and for any other. */
export function englishOf(term: string): string | null {
  return Object.hasOwn(englishWords, term) ? (englishWords[term] ?? null) : null;
}
