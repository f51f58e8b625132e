import { type ChangeEvent, useState } from 'react';

/**
 * What is entered in the fields of a form, and what binds a field to its value. Begins again with `given` when that
 * changes, as after Back; the fields themselves stay, and with them the focus.
 */
export function useEntered<Name extends string>(given: Readonly<Record<Name, string>>) {
  const [entered, setEntered] = useState(given);
  const start = JSON.stringify(given);
  const [last, setLast] = useState(start);
  if (last !== start) {
    setLast(start);
    setEntered(given);
  }
  const enter = (name: Name, value: string) =>
    setEntered((before) => ({ ...before, [name]: value }));
  const field = (name: Name) => ({
    name,
    value: entered[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      enter(name, event.currentTarget.value),
  });
  return { entered, enter, field };
}
