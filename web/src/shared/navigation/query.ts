import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import type { FieldErrors } from '../forms/form-fields.tsx';

/** Names with what is chosen for them; null and an empty text for nothing. */
type Chosen = Readonly<Record<string, string | number | null>>;

/**
 * The query of an address of a page or the API, with its question mark; empty if nothing is chosen, and without the number of the first
 * page. What `others` has under other names stays.
 */
export function queryOf(chosen: Chosen, others?: URLSearchParams): string {
  const query = new URLSearchParams(others);
  for (const [name, value] of Object.entries(chosen)) {
    const isUsual = name === 'page' && value === 1;
    if (value === null || value === '' || isUsual) query.delete(name);
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

/**
 * A form of what the address chooses: applied on submit, because a date is incomplete while typing. Starts again from `chosen` when that
 * changes, as after Back; the fields themselves stay, and with them the focus.
 */
export function useChoiceForm<Name extends string>(
  chosen: Readonly<Record<Name, string>>,
  apply: (entered: Readonly<Record<Name, string>>) => void,
  errors: FieldErrors = {},
) {
  const [entered, setEntered] = useState(chosen);
  const start = JSON.stringify(chosen);
  const [last, setLast] = useState(start);
  if (last !== start) {
    setLast(start);
    setEntered(chosen);
  }
  const enter = (name: Name, value: string) =>
    setEntered((before) => ({ ...before, [name]: value }));
  /** The props that bind a field to its value. */
  const field = (name: Name) => ({
    name,
    error: errors[name],
    value: entered[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      enter(name, event.currentTarget.value),
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    apply(entered);
  };
  return { entered, enter, field, handleSubmit };
}
