import { expect } from 'vitest';
import { page } from './fixture.ts';

/** The cards of the home page. */
export const cards = (onPage = page) => onPage.locator('main a[href^="/places/"]');
export const count = (onPage = page) => onPage.getByText(/places?, page \d/);

/** Expects the number of places found, and the current page of them. */
export function expectCount(number: number, current = 1, onPage = page): Promise<void> {
  const pages = Math.max(1, Math.ceil(number / 12));
  const noun = number === 1 ? 'place' : 'places';
  return expect
    .poll(() => count(onPage).textContent())
    .toBe(`${number} ${noun}, page ${current} of ${pages}`);
}
