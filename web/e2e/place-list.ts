import { expect } from 'vitest';
import { page } from './fixture.ts';

/** The cards of the home page. */
export const cards = (onPage = page) => onPage.locator('main a[href^="/places/"]');
const count = (onPage = page) => onPage.getByText(/^\d+ places?(, page \d+ of \d+)?$/);

/** Expects the number of places found, and the current page when there are several. */
export function expectCount(number: number, current = 1, onPage = page): Promise<void> {
  const pages = Math.ceil(number / 12);
  const places = `${number} ${number === 1 ? 'place' : 'places'}`;
  return expect
    .poll(() => count(onPage).textContent())
    .toBe(pages > 1 ? `${places}, page ${current} of ${pages}` : places);
}
