import type { SubmitEvent } from 'react';

/** The text of a form field; empty if there is no such field. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** What was entered in the fields with these names, as a query of an address; the browser does not send the form itself. */
export function submittedQuery(
  event: SubmitEvent<HTMLFormElement>,
  names: readonly string[],
): URLSearchParams {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return new URLSearchParams(names.map((name) => [name, formText(data, name)]));
}
