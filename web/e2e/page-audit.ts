import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  expectAccessible,
  expectLargeTargets,
  expectNoHorizontalScroll,
  minHeights,
} from './accessibility.ts';
import { page, replaceVisitor, site } from './fixture.ts';
import { expectNoShift, recordLayoutShifts } from './layout-shifts.ts';

type Screen = {
  /** Of controls, in px. */
  readonly minHeight: number;
  /** A page is loaded at the first. */
  readonly widths: readonly [number, ...number[]];
  /** With text of 200%. */
  readonly largeTextWidth: number;
  /** Of the browser. */
  readonly options: BrowserContextOptions;
};

/** Each page is accessible in the light on one and in the dark on the other. */
export const screens: readonly (readonly [string, Screen])[] = [
  [
    'phones and tablets',
    {
      minHeight: minHeights.touch,
      widths: [360, 320, 768],
      largeTextWidth: 360,
      options: { hasTouch: true, isMobile: true, colorScheme: 'light' },
    },
  ],
  [
    'computers',
    {
      minHeight: minHeights.mouse,
      widths: [1440],
      largeTextWidth: 1280,
      options: { colorScheme: 'dark' },
    },
  ],
];

// So high that the footers of short pages are in sight.
const height = 1100;

export async function openOnScreen({ options, widths: [width] }: Screen): Promise<void> {
  await replaceVisitor({ ...options, viewport: { width, height }, reducedMotion: 'reduce' });
  await recordLayoutShifts(page);
}

export type AuditedPage = {
  readonly path: string;
  /** By default 200. */
  readonly status?: number;
  /** What leads to each state to look at; by default only that after loading. */
  readonly states?: readonly (() => Promise<unknown>)[];
};

type AuditOptions = {
  /** Core Web Vitals call less than 0.1 good. */
  readonly maxShift?: number;
  /** Of each width and size of text. */
  readonly expectFit?: (page: Page) => Promise<unknown>;
};

export const asLoaded = (): Promise<void> => Promise.resolve();

/** Expects pages that are answered and do not jump while they load, and of which each state is good. */
export async function expectGoodPages(
  pages: readonly AuditedPage[],
  screen: Screen,
  { maxShift = 0.1, expectFit = expectNoHorizontalScroll }: AuditOptions = {},
): Promise<void> {
  for (const { path, status = 200, states = [asLoaded] } of pages) {
    const response = await page.goto(site.url + path, { waitUntil: 'networkidle' });
    expect([path, response?.status()]).toEqual([path, status]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoShift(page, path, maxShift);
    for (const reach of states) {
      await reach();
      await page.waitForLoadState('networkidle');
      await expectGoodState(screen, expectFit);
    }
  }
}

/** Expects that a page is accessible, fits each width and has controls that can be hit. */
async function expectGoodState(
  { minHeight, widths, largeTextWidth }: Screen,
  expectFit: (page: Page) => Promise<unknown>,
): Promise<void> {
  await expectAccessible(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expectLargeTargets(page, minHeight);
    await expectFit(page);
  }
  await setTextSize('200%');
  await page.setViewportSize({ width: largeTextWidth, height });
  await expectFit(page);
  await setTextSize('');
  await page.setViewportSize({ width: widths[0], height });
}

function setTextSize(size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}
