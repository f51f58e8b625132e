import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { emptyValues, withChange } from './form-values.ts';
import { BasicFields, LinkFields } from './listing-fields.tsx';

function Form({ phone }: { readonly phone: string }) {
  const [values, setAnswers] = useState({ ...emptyValues, phone, whatsapp: phone });
  const part = {
    values,
    errors: {},
    onChange: (change: Partial<typeof values>) => {
      setAnswers((before) => withChange(before, change));
    },
  };
  return (
    <>
      <BasicFields {...part} />
      <LinkFields {...part} />
    </>
  );
}

afterEach(cleanup);

/** A caret is written as a bar: `012|-345`. */
const show = (label: RegExp, text: string) => {
  render(<Form phone={text.replace('|', '')} />);
  const field = screen.getByLabelText<HTMLInputElement>(label);
  const caret = text.indexOf('|');
  field.setSelectionRange(caret, caret);
  return field;
};
const enter = (field: HTMLInputElement, text: string, inputType: string) => {
  const caret = text.indexOf('|');
  const target = { value: text.replace('|', ''), selectionStart: caret, selectionEnd: caret };
  fireEvent.input(field, { target, inputType });
};
const shown = ({ value, selectionStart }: HTMLInputElement) =>
  `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`;

test.each([/^Phone/, /^WhatsApp/])(
  'the caret stays in place while a prefix is corrected: %s',
  (label) => {
    const field = show(label, '012|-3456789');
    enter(field, '01|-3456789', 'deleteContentBackward');
    expect(shown(field)).toBe('01|3-456789');
    enter(field, '013|3-456789', 'insertText');
    expect(shown(field)).toBe('013|-3456789');
  },
);

test.each([
  ['Backspace', '012-|3456789', '012|3456789', 'deleteContentBackward', '01|3-456789'],
  ['Delete', '012|-3456789', '012|3456789', 'deleteContentForward', '012|-456789'],
])('%s at the hyphen deletes the digit beside it', (_key, ...texts) => {
  const [before, typed, inputType, after] = texts;
  const field = show(/^Phone/, before);
  enter(field, typed, inputType);
  expect(shown(field)).toBe(after);
});

test.each([
  ['the digit that brings the hyphen', '012|', '0123|', '012-3|'],
  ['a digit too many', '012-345678901|', '012-3456789012|', '012-345678901|'],
  ['a letter', '01|2-345', '01x|2-345', '01|2-345'],
  ['the same number pasted', '012-3456789|', '0123456789|', '012-3456789|'],
])('%s leaves the caret after the entered text', (_what, ...texts) => {
  const [before, typed, after] = texts;
  const field = show(/^Phone/, before);
  enter(field, typed, 'insertText');
  expect(shown(field)).toBe(after);
});

test('digits that are typed after a separator do not become part of a complete number', () => {
  const field = show(/^Phone/, '012-3456789|');
  for (const key of ' , 03-2') enter(field, `${field.value}${key}|`, 'insertText');
  expect(shown(field)).toBe('012-3456789|');
  enter(field, '012-345678|', 'deleteContentBackward');
  enter(field, '012-3456780|', 'insertText');
  expect(shown(field)).toBe('012-3456780|');
  enter(field, '012-34567801|', 'insertText');
  expect(shown(field)).toBe('012-34567801|');
});

test('a complete number can be continued once the field was left after a separator', () => {
  const field = show(/^Phone/, '011-2345678|');
  enter(field, '011-2345678,|', 'insertText');
  fireEvent.blur(field);
  enter(field, '011-23456789|', 'insertText');
  expect(shown(field)).toBe('011-23456789|');
});

test('digits that are typed after a separator continue a number that is not complete', () => {
  const field = show(/^Phone/, '012|');
  for (const key of '/345') enter(field, `${field.value}${key}|`, 'insertText');
  expect(shown(field)).toBe('012-345|');
});

test.each([
  ['03-2691 2345 / 012-345 6789', '032-6912345'],
  ['Tel: +60 12-345 6789, 03-2691 2345', '601-23456789'],
  ['012/345 6789', '012-3456789'],
  ['012-345;6789', '012-3456789'],
  ['https://wa.me/60123456789?text=Saya%20nak%20order', '601-23456789'],
  ['https://api.whatsapp.com/send?phone=60123456789&text=Hi%202', '601-23456789'],
  ['wasap.my/60123456789/order2', '601-23456789'],
  ['https://wa.me/60123456789%3Ftext=hello', '601-23456789'],
  ['https://wa.me/+6591234567?text=2', '659-1234567'],
  ['https://instagram.com/p/C12345 012-345 6789', '012-3456789'],
  ['24/7: 012-345 6789', '012-3456789'],
  ['1. 012-345 6789', '012-3456789'],
  ['012-3456789 #x2', '012-3456789'],
  ['012-3456789 (2)', '012-3456789'],
  ['012-345 6789 9.00am - 6.00pm', '012-3456789'],
  ['1-300-88-2525 9am', '130-0882525'],
  ['012-345 678903-2691 2345', '012-3456789'],
  ['011-2345 6789 03-2691 2345', '011-23456789'],
  ['+60 (0)12.345.6789 / 2', '600-123456789'],
  ['+60 (3) 2691 2345', '603-26912345'],
  ['+1 (415) 555-2671', '141-55552671'],
  ['03-2691 2345 (012-345 6789)', '032-6912345'],
  ['\u202a+60 12\u2011345 6789\u202c 2', '601-23456789'],
  ['012-3456789,https://www.facebook.com/kedai', '012-3456789'],
  ['012-3456789https://fb.com/x', '012-3456789'],
  ['Tel:012-3456789,www.kedai.com/menu', '012-3456789'],
  ['kedai@gmail.com/012-3456789', '012-3456789'],
  ['https://t.me/+60123456789', '601-23456789'],
  ['https://wa.me/6012-3456789', '601-23456789'],
  ['https://wa.me/60 12-345 6789', '601-23456789'],
  ['wa.me/%2B6591234567', '659-1234567'],
  ['1) 012-345 6789', '012-3456789'],
  ['Lot 5 012-345 6789', '012-3456789'],
  ['Hotline 1 03-2691 2345', '032-6912345'],
  ['9-5 012-3456789', '012-3456789'],
  ['+39 06 1234 5678', '390-612345678'],
])('of the pasted text %s the first number is taken: %s', (pasted, number) => {
  const field = show(/^Phone/, '|');
  enter(field, `${pasted}|`, 'insertFromPaste');
  expect(shown(field)).toBe(`${number}|`);
});

test.each([
  'https://wa.me/message/AB12CD34EF56G7',
  'https://wa.me/qr/AB1234567890CD',
  'https://www.facebook.com/profile.php?id=61550012345678',
  'https://www.google.com/maps/@3.1639167,101.7053889,17z',
  '+65 6123 4567 8 9 10 11',
  '+49 1512 3456789',
  'wa.me/message/ABCDEFGHIJKL',
  '@maktehkitchen',
])('the pasted text %s gives no number, and an error until one is entered', (pasted) => {
  const field = show(/^Phone/, '|');
  enter(field, `${pasted}|`, 'insertFromPaste');
  expect(field.value).toBe('');
  expect(screen.getByRole('alert').textContent).toMatch('up to 12 digits');
  enter(field, '0|', 'insertText');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the error of a pasted text goes with Backspace in the empty field', () => {
  const field = show(/^Phone/, '|');
  enter(field, '@maktehkitchen|', 'insertFromPaste');
  expect(screen.getByRole('alert')).toBeTruthy();
  fireEvent.keyDown(field, { key: 'Backspace' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(['+', 'x', ' '])('typing %j alone is no error', (typed) => {
  enter(show(/^Phone/, '|'), `${typed}|`, 'insertText');
  expect(screen.queryByRole('alert')).toBeNull();
});
