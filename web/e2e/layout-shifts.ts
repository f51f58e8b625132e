import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sums the layout shifts of each page that is loaded from now on. */
export function recordLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry)
          document.documentElement.dataset['shift'] = String(
            Number(document.documentElement.dataset['shift'] ?? 0) + Number(entry.value),
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function expectNoShift(page: Page, path: string, max = 0.01): Promise<void> {
  const shift = Number(await page.evaluate(() => document.documentElement.dataset['shift'] ?? '0'));
  expect(shift, `layout shift of ${path}`).toBeLessThan(max);
}
