import { expect } from 'vitest';
import { expectLargeTargets, expectNoHorizontalScroll, minHeights } from './accessibility.ts';
import { page, replaceVisitor, site } from './fixture.ts';
import { expectNoShift, recordLayoutShifts } from './layout-shifts.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true };
const computer = { viewport: { width: 1440, height: 900 } };

export const screens = [
  ['a phone', { minHeight: minHeights.touch, visitor: phone }],
  ['a tablet', { minHeight: minHeights.touch, visitor: tablet }],
  ['a computer', { minHeight: minHeights.mouse, visitor: computer }],
] as const;
type Screen = (typeof screens)[number][1];

export async function useScreen({ visitor }: Screen): Promise<void> {
  await replaceVisitor(visitor);
  await recordLayoutShifts(page);
}

/** Expects pages that are answered 200, do not jump while they load, are as wide as the screen, and have controls that can be hit. */
export async function expectGoodPages(
  paths: readonly string[],
  id: string,
  { minHeight }: Screen,
): Promise<void> {
  for (const path of paths) {
    const address = path.replace(':id', id);
    const response = await page.goto(site.url + address, { waitUntil: 'networkidle' });
    expect([path, response?.status()]).toEqual([path, 200]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Core Web Vitals call less than 0.1 good.
    await expectNoShift(page, path, 0.1);
    await expectLargeTargets(page, minHeight);
    await expectNoHorizontalScroll(page);
  }
}
