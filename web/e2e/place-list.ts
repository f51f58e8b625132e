import { expect } from 'vitest';
import { page } from './fixture.ts';

/** What the home page shows of the places. */
export const cards = () => page.locator('main a[href^="/places/"]');
export const count = () => page.getByText(/places?, page \d/);

/** That so many places are left, and the page of them. */
export function expectCount(number: number, current = 1): Promise<void> {
  const pages = Math.max(1, Math.ceil(number / 12));
  const noun = number === 1 ? 'place' : 'places';
  return expect
    .poll(() => count().textContent())
    .toBe(`${number} ${noun}, page ${current} of ${pages}`);
}
