import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Sums the layout shifts of each page that is loaded from now on, and notes what moved. */
export function recordLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    type Source = {
      readonly node: Node | null;
      readonly previousRect: DOMRect;
      readonly currentRect: DOMRect;
    };
    const rectText = ({ x, y, width, height }: DOMRect) =>
      [x, y, width, height].map(Math.round).join();
    const sourceText = ({ node, previousRect, currentRect }: Source) => {
      const name = node instanceof Element ? `${node.tagName}.${node.classList.value}` : 'text';
      return `${name} ${rectText(previousRect)} -> ${rectText(currentRect)}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'sources' in entry) {
          const { dataset } = document.documentElement;
          const moved = (entry.sources as Source[]).map(sourceText).join('; ');
          dataset['shift'] = String(Number(dataset['shift'] ?? 0) + Number(entry.value));
          dataset['moved'] = `${dataset['moved'] ?? ''}\n${Number(entry.value)}: ${moved}`;
        }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function expectNoShift(page: Page, path: string, max = 0.01): Promise<void> {
  const { shift, moved } = await page.evaluate(() => {
    const { dataset } = document.documentElement;
    return { shift: Number(dataset['shift'] ?? 0), moved: dataset['moved'] ?? '' };
  });
  expect(shift, `layout shift of ${path}${moved}`).toBeLessThan(max);
}
