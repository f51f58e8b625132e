import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Expects that axe finds no violation on a page after its animations have ended, and no status that would not be announced. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => findViolations(page), { message: page.url() }).toEqual([]);
  const undisplayed = await page.evaluate(() =>
    [...document.querySelectorAll('[role=status]')]
      .filter((status) => getComputedStyle(status).display === 'none')
      .filter((status) => status.parentElement?.checkVisibility())
      .map(({ outerHTML }) => outerHTML),
  );
  expect(undisplayed, page.url()).toEqual([]);
}

/** Expects that a page does not scroll horizontally. */
export function expectNoHorizontalScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  return expect.poll(overflow, { message: page.url() }).toBe(0);
}

/** Expects that a page does not scroll horizontally, cuts no text off, and has no control below 24 px. */
export async function expectFits(page: Page): Promise<void> {
  const misfits = () =>
    page.evaluate(() => {
      const across = document.documentElement.clientWidth;
      const scrolls = document.documentElement.scrollWidth > across ? ['scrolls horizontally'] : [];
      const seen = [...document.querySelectorAll<HTMLElement>('main *, dialog *')].filter(
        (element) =>
          element.checkVisibility() &&
          getComputedStyle(element).clipPath === 'none' &&
          !element.closest('.leaflet-container'),
      );
      const nameOf = (element: HTMLElement) =>
        `${element.tagName} ${element.textContent.slice(0, 40)}`;
      const out = seen
        .filter((element) => element.textContent.trim() && element.children.length === 0)
        .filter((element) => element.getBoundingClientRect().right > across + 1)
        .map((element) => `sticks out: ${nameOf(element)}`);
      const small = seen
        .filter((element) => element.matches('button, input, select, textarea'))
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width > 0 && (width < 24 || height < 24);
        })
        .map((element) => `too small: ${nameOf(element)}`);
      return [...scrolls, ...out, ...small];
    });
  const { width = 0 } = page.viewportSize() ?? {};
  await expect.poll(misfits, { message: `${page.url()} at ${width} px` }).toEqual([]);
}

/** Expects every word of up to 8 letters in one line: a column that is too narrow breaks even those. */
export function expectWholeWords(page: Page): Promise<void> {
  const broken = () =>
    page.evaluate(() => {
      const found: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: text } = texts;
        if (!text.parentElement?.checkVisibility()) continue;
        for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(
          /(?<!\S)\p{L}{3,8}(?!\S)/gu,
        )) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(word);
        }
      }
      return found;
    });
  return expect.poll(broken, { message: page.url() }).toEqual([]);
}

/** The least height of controls for fingers and for a mouse, in px. */
export const minHeights = { touch: 44, mouse: 32 };

/**
 * Expects controls of at least `min` px in height, half a pixel less for rounding; links within a text are as high as its lines.
 * For fingers, fields have text of at least 16 px: iPhones zoom into smaller ones.
 */
export async function expectLargeTargets(page: Page, min = minHeights.touch): Promise<void> {
  const small = () =>
    page.evaluate((minHeight) => {
      const isInText = ({ tagName, parentNode }: Element) =>
        tagName === 'A' &&
        [...(parentNode?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
      const controls = [
        ...document.querySelectorAll('a, button, input, select, summary, textarea'),
      ].filter((element) => element.checkVisibility({ visibilityProperty: true }));
      const isField = (element: Element) =>
        element.matches('select, textarea, input:not([type=checkbox], [type=radio], [type=file])');
      const zoomed = controls
        .filter((element) => minHeight === 44 && isField(element))
        .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
        .map((element) => `${element.outerHTML.slice(0, 80)}: small text`);
      const low = controls
        .filter((element) => !isInText(element))
        .map((element) => ({
          element,
          box: (element.closest('label') ?? element).getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 1 && box.height > 1 && box.height < minHeight - 0.5)
        .map(
          ({ element, box }) => `${element.outerHTML.slice(0, 80)}: ${Math.round(box.height)} px`,
        );
      return [...low, ...zoomed];
    }, min);
  await expect.poll(small, { message: page.url() }).toEqual([]);
}

/** Each violated rule with the elements that violate it. */
async function findViolations(page: Page): Promise<readonly (readonly [string, ...string[]])[]> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)] as const);
  });
}

/** Endless animations, and those that follow the scroll position, are not waited for. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Expects that no side of the focused element is outside of the window. */
export async function expectFocusInWidth(page: Page): Promise<void> {
  const outside = () =>
    page.evaluate(() => {
      const { left = 0, right = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
      return Math.max(-left, right - window.innerWidth);
    });
  await expect.poll(outside).toBeLessThanOrEqual(0);
}

/** Expects that the focused element is outlined, and that nothing covers its middle. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const hidden = () =>
    page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      const isSeen = there !== null && (focused.contains(there) || there.contains(focused));
      const isFramed = getComputedStyle(focused).outlineStyle !== 'none';
      return isSeen && isFramed ? '' : focused.outerHTML;
    });
  await expect.poll(hidden).toBe('');
}
