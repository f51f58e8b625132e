import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  degreesField,
  degreesPattern,
  documentedInput,
  filledText,
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
