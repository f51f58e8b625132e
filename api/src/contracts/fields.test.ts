import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  degreesField,
  degreesPattern,
  documentedInput,
  facilitiesField,
  filledText,
  openingTimesField,
  text,
  yearField,
} from './fields.ts';

/** Every character of the Basic Multilingual Plane. Halves of others are no characters. */
const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => !/\p{Cs}/u.test(character),
);

test('filledText describes as filled exactly what text does not take for empty', () => {
  const visible = new RegExp(String(filledText(10)['pattern']), 'u');
  const field = text(10);
  const filled = characters.filter((character) => field.parse(character) !== null);
  expect(filled.length).toBeGreaterThan(60_000);
  expect(characters.filter((character) => visible.test(character))).toEqual(filled);
});

test.each(['\u3164', '\u2800', '\u115f\u1160', '\ufe0f'])(
  'a text of %j has nothing to see',
  (value) => {
    expect(text(20).parse(value)).toBeNull();
  },
);

test.each([2026, 2030])('the documented pattern of a year fits those accepted in %i', (now) => {
  const field = yearField(now);
  const { anyOf } = z
    .object({ anyOf: z.tuple([z.unknown(), z.object({ pattern: z.string() })]) })
    .parse(documentedInput.get(field)?.schema);
  const years = Array.from({ length: 1_200 }, (_, index) => String(950 + index));
  const accepted = years.filter((year) => field.safeParse(year).success);
  expect(accepted).toHaveLength(now - 999);
  expect(years.filter((year) => new RegExp(anyOf[1].pattern).test(year))).toEqual(accepted);
});

test.each([90, 180] as const)('the documented pattern of degrees fits those below %i', (limit) => {
  const degrees = Array.from({ length: 401 }, (_, index) => String(index - 200));
  const halves = degrees.map((whole) => `${whole}.5`);
  const described = [...degrees, ...halves].filter((text) =>
    new RegExp(degreesPattern(limit)).test(text),
  );
  expect(described).toHaveLength(2 * (2 * limit - 1));
  expect(described.every((text) => degreesField(limit).safeParse(text).success)).toBe(true);
});

test.each([
  [openingTimesField, [{ days: ['mon', 'sun'], from: '22:00', to: '02:30' }]],
  [openingTimesField, Array(21).fill({ days: ['sat'], from: '09:00', to: '17:00' })],
  [facilitiesField, ['Surau', 'Tandas OKU']],
])('the documented schema of a list fits the list and its JSON text', (field, list) => {
  const documentedSchema = z.fromJSONSchema(documentedInput.get(field)?.schema ?? false);
  const json = JSON.stringify(list);
  const spaced = json.replaceAll(',', ', ').replaceAll('":', '": ');
  const given: unknown[] = [list, json, spaced, [], '[]', ''];
  expect(given.filter((each) => documentedSchema.safeParse(each).success)).toEqual(given);
  expect(given.filter((each) => field.safeParse(each).success)).toEqual(given);
  const wrong: unknown[] = [['Kolam'], '["Kolam"]', '["Surau"', '[[]]', 'null'];
  expect(wrong.filter((each) => documentedSchema.safeParse(each).success)).toEqual([]);
});
