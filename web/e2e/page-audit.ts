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

type ColorScheme = 'light' | 'dark';

type Screen = {
  /** Controls are at least this high, in px. */
  readonly minHeight: number;
  /** A page is loaded at the first. */
  readonly widths: readonly [number, ...number[]];
  /** At this width a page is also looked at with text of 200%. */
  readonly largeTextWidth: number;
  /** Each state is looked at in the first, and the first state of a page in all. */
  readonly colorSchemes: readonly [ColorScheme, ...ColorScheme[]];
  /** The browser is opened with them. */
  readonly options: BrowserContextOptions;
};

export const screens: readonly (readonly [string, Screen])[] = [
  [
    'phones and tablets',
    {
      minHeight: minHeights.touch,
      widths: [360, 320, 768],
      largeTextWidth: 360,
      colorSchemes: ['light', 'dark'],
      options: { hasTouch: true, isMobile: true },
    },
  ],
  [
    'computers',
    {
      minHeight: minHeights.mouse,
      widths: [1440],
      largeTextWidth: 1280,
      // Computers show what phones do not, such as the menu of the dashboard.
      colorSchemes: ['dark', 'light'],
      options: {},
    },
  ],
];

// So high that the footers of short pages are in sight.
const height = 1100;

export async function openOnScreen(screen: Screen): Promise<void> {
  const {
    options,
    widths: [width],
    colorSchemes: [colorScheme],
  } = screen;
  const viewport = { width, height };
  await replaceVisitor({ ...options, viewport, colorScheme, reducedMotion: 'reduce' });
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
  /** Is called at each width and size of text; by default a page must not scroll horizontally. */
  readonly expectLayout?: (page: Page) => Promise<unknown>;
};

export const asLoaded = (): Promise<void> => Promise.resolve();

/** Expects pages that are answered and do not jump while they load, and of which each state is good. */
export async function expectGoodPages(
  pages: readonly AuditedPage[],
  screen: Screen,
  { maxShift = 0.1, expectLayout = expectNoHorizontalScroll }: AuditOptions = {},
): Promise<void> {
  for (const { path, status = 200, states = [asLoaded] } of pages) {
    const response = await page.goto(site.url + path, { waitUntil: 'networkidle' });
    expect([path, response?.status()]).toEqual([path, status]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoShift(page, path, maxShift);
    for (const [at, reach] of states.entries()) {
      await reach();
      if (at === 0) await expectAccessibleInOthers(screen.colorSchemes);
      await expectGoodState(screen, expectLayout);
    }
  }
}

/** Expects that a page is accessible in each color scheme but the first, and returns to that. */
async function expectAccessibleInOthers([first, ...others]: Screen['colorSchemes']): Promise<void> {
  for (const colorScheme of others) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: first });
  }
}

/** Expects that a page is accessible, fits each width and has controls that can be hit. */
async function expectGoodState(
  { minHeight, widths, largeTextWidth }: Screen,
  expectLayout: (page: Page) => Promise<unknown>,
): Promise<void> {
  await expectAccessible(page);
  for (const width of widths) {
    await setWidth(width);
    await expectLargeTargets(page, minHeight);
    await expectLayout(page);
  }
  await setTextSize('200%');
  await setWidth(largeTextWidth);
  await expectLayout(page);
  await setTextSize('');
  await setWidth(widths[0]);
}

/** Waits two frames for what React renders when a media query changes. */
async function setWidth(width: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

export function setTextSize(size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}
