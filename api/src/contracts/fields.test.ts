import { expect, test } from 'vitest';
import { filledText, text } from './fields.ts';

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
