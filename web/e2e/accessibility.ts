import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** That axe finds nothing wrong with a page, once everything that moves on it has come to rest. */
export function expectAccessible(page: Page): Promise<void> {
  return expect.poll(() => findBarriers(page), { message: page.url() }).toEqual([]);
}

/** That nobody has to scroll sideways to read a page. */
export function expectNoOverhang(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  return expect.poll(overhang, { message: page.url() }).toBe(0);
}

/** Each rule with the elements that break it. */
async function findBarriers(page: Page): Promise<readonly (readonly [string, ...string[]])[]> {
  await comeToRest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)] as const);
}

/** What is still fading in is not what is seen. What moves for ever is not waited for. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
