import { describe, expect, test } from 'vitest';
import {
  coversHours,
  hoursLabel,
  operatingHours,
  parseOperatingHours,
  partsOfDay,
  spanOf,
  type OperatingHours,
} from './hours.ts';

/** The parts of the day on which a place is open, and one more for the night of those that never close. */
const openDuring: Record<OperatingHours, readonly string[]> = {
  'Pagi-Tengahhari': ['Pagi', 'Tengahhari'],
  'Pagi-Petang': ['Pagi', 'Tengahhari', 'Petang'],
  'Pagi-Malam': ['Pagi', 'Tengahhari', 'Petang', 'Malam'],
  'Tengahhari-Petang': ['Tengahhari', 'Petang'],
  'Tengahhari-Malam': ['Tengahhari', 'Petang', 'Malam'],
  'Petang-Malam': ['Petang', 'Malam'],
  '24jam': ['Pagi', 'Tengahhari', 'Petang', 'Malam', 'night'],
};

test('the seven opening hours are those of the form', () => {
  expect(operatingHours).toEqual(Object.keys(openDuring));
});

describe.each(operatingHours)('a place open %s', (span) => {
  test.each(operatingHours)('is found for %s exactly when it is open all that time', (wanted) => {
    const isOpen = openDuring[wanted].every((part) => openDuring[span].includes(part));
    expect(coversHours(span, wanted)).toBe(isOpen);
  });
});

test('a place open all day is found for every choice, and only such a place for 24jam', () => {
  for (const wanted of operatingHours) expect(coversHours('24jam', wanted)).toBe(true);
  expect(operatingHours.filter((span) => coversHours(span, '24jam'))).toEqual(['24jam']);
});

test('the home page spells opening hours with spaces', () => {
  expect(operatingHours.map(hoursLabel)).toEqual([
    'Pagi-Tengah Hari',
    'Pagi-Petang',
    'Pagi-Malam',
    'Tengah Hari-Petang',
    'Tengah Hari-Malam',
    'Petang-Malam',
    '24jam',
  ]);
});

test('both spellings parse to one value, in any case and with any spaces', () => {
  for (const span of operatingHours)
    for (const text of [span, hoursLabel(span), span.toUpperCase(), ` ${hoursLabel(span)} `])
      expect(parseOperatingHours(text)).toBe(span);
  expect(parseOperatingHours('tengah hari - petang')).toBe('Tengahhari-Petang');
  expect(parseOperatingHours('24 Jam')).toBe('24jam');
});

test.each(['', 'Malam-Pagi', 'Pagi', 'Pagi-Pagi', '24', 'toString'])(
  '"%s" is not a value of opening hours',
  (text) => {
    expect(parseOperatingHours(text)).toBeUndefined();
  },
);

test('two parts of the day are a value when the first comes before the second', () => {
  for (const [from, first] of partsOfDay.entries())
    for (const [until, last] of partsOfDay.entries())
      expect(spanOf(first, last)).toBe(from < until ? `${first}-${last}` : undefined);
});
