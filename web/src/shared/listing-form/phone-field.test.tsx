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
])('of the pasted text %s the first number is taken: %s', (pasted, number) => {
  const field = show(/^Phone/, '|');
  enter(field, `${pasted}|`, 'insertFromPaste');
  expect(shown(field)).toBe(`${number}|`);
});
