export * from './categories.ts';
export * from './english.ts';
export * from './entered-times.ts';
export * from './hours.ts';
export {
  type Clocks,
  clockTime,
  momentIn,
  type OpeningTimes,
  openStatus,
  type OpenStatus,
  rangeLength,
  type TimeRange,
  type Weekday,
  weekdays,
  type WeekMoment,
  weekTable,
} from './opening-times.ts';
export * from './phone.ts';

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

/** What a visitor may find at a place besides its business. */
export const facilities = ['Tandas', 'Tandas OKU', 'Surau'] as const;

export type Facility = (typeof facilities)[number];
