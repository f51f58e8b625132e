import { expect } from 'vitest';
import { expectLargeTargets, expectNoHorizontalScroll, minHeights } from './accessibility.ts';
import { page, replaceVisitor, site } from './fixture.ts';
import { expectNoShift, recordLayoutShifts } from './layout-shifts.ts';

const height = 900;

export const screens = [
  [
    'phones and tablets',
    {
      minHeight: minHeights.touch,
      widths: [360, 768],
      visitor: { hasTouch: true, isMobile: true },
    },
  ],
  ['computers', { minHeight: minHeights.mouse, widths: [1440], visitor: {} }],
] as const;
type Screen = (typeof screens)[number][1];

export async function useScreen({ visitor, widths: [width] }: Screen): Promise<void> {
  await replaceVisitor({ ...visitor, viewport: { width, height } });
  await recordLayoutShifts(page);
}

/**
 * Expects pages that are answered 200, do not jump while they load at the first width, are as wide as the screen at each, and have
 * controls that can be hit.
 */
export async function expectGoodPages(
  paths: readonly string[],
  id: string,
  { minHeight, widths }: Screen,
): Promise<void> {
  for (const path of paths) {
    const address = path.replace(':id', id);
    const response = await page.goto(site.url + address, { waitUntil: 'networkidle' });
    expect([path, response?.status()]).toEqual([path, 200]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Core Web Vitals call less than 0.1 good.
    await expectNoShift(page, path, 0.1);
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      await expectLargeTargets(page, minHeight);
      await expectNoHorizontalScroll(page);
    }
    await page.setViewportSize({ width: widths[0], height });
  }
}
