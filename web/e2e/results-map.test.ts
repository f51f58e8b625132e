import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './accessibility.ts';
import {
  expectNoProblems,
  flushRequests,
  hasNoBrowser,
  open,
  page,
  replaceVisitor,
  setUpFixture,
  site,
} from './fixture.ts';
import { cards } from './place-list.ts';

const still = { reducedMotion: 'reduce' } as const;
const desktop = { viewport: { width: 1440, height: 900 }, ...still };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, ...still };

describe.skipIf(hasNoBrowser)('the map of results in a browser', () => {
  setUpFixture();

  const search = () => new URL(page.url()).searchParams;
  const view = (name: 'List' | 'Map') =>
    page.getByRole('navigation', { name: 'View' }).getByRole('link', { name });
  const map = () => page.getByRole('region', { name: 'Map of the results' });
  const clusters = () => map().getByRole('button', { name: /places near .*\. Zoom in$/ });
  const pins = () => map().getByRole('button', { name: /, / });
  const searchArea = () => page.getByRole('link', { name: 'Search this area' });
  const found = async () => Number.parseInt((await page.getByText(count).textContent()) ?? '', 10);

  test('tiles are requested when the map is opened, and not before', async () => {
    await replaceVisitor(desktop);
    site.tiles.requested.length = 0;
    await open('/');
    await page.mouse.wheel(0, 2_000);
    await flushRequests();
    expect(site.tiles.requested).toEqual([]);
    await view('Map').click();
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    expect(site.tiles.requested.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: '© OpenStreetMap contributors' }).first().waitFor();
    await expectAccessible(page);
    await expectNoProblems();
  });

  test('a cluster zooms in, a pin opens a card, and the card leads to the place', async () => {
    await replaceVisitor(desktop);
    await open('/?view=map');
    await clusters().first().waitFor();
    const before = await map().getByRole('button').allTextContents();
    await clusters().first().press('Enter');
    await expect.poll(() => map().getByRole('button').allTextContents()).not.toEqual(before);
    await open('/?category=Tempat+Ibadah&view=map');
    const name = (await pins().first().getAttribute('title'))?.split(', ')[0] ?? '';
    await pins().first().press('Enter');
    const card = page.getByRole('group', { name: 'Chosen on the map' });
    await expect.poll(() => card.getByRole('link').textContent()).toContain(name);
    await expectAccessible(page);
    await card.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('link', { name: 'Back to results' }).click();
    await expect.poll(() => search().get('view')).toBe('map');
    await pins().first().waitFor();
  });

  test('the list and the map point at each other', async () => {
    await replaceVisitor(desktop);
    await open('/?category=Tempat+Ibadah&view=map');
    await pins().first().waitFor();
    const pointedAt = map().locator('.leaflet-marker-icon[class*="highlighted"]');
    await expect.poll(() => pointedAt.count()).toBe(0);
    await cards().first().focus();
    await expect.poll(() => pointedAt.count()).toBe(1);
    await cards().first().blur();
    await pins().first().hover();
    await expect.poll(() => page.locator('main li[data-highlighted]').count()).toBe(1);
  });

  test('the moved map searches its area, which is a filter to remove or go back from', async () => {
    await replaceVisitor(desktop);
    await open('/?view=map');
    await clusters().first().waitFor();
    const all = await found();
    await expect.poll(() => searchArea().count()).toBe(0);
    await map().getByRole('button', { name: 'Zoom in', exact: true }).click();
    await searchArea().click();
    await expect.poll(() => search().get('area')).toMatch(/^[\d.]+(,[\d.]+){3}$/);
    await expect.poll(found).toBeLessThan(all);
    await searchArea().waitFor({ state: 'detached' });
    const within = await found();
    const answer: unknown = await site.visitor.get(`/api/places?area=${search().get('area')}`);
    expect(answer).toMatchObject({ total: within });

    await page.getByRole('link', { name: 'Remove Map area' }).click();
    await expect.poll(found).toBe(all);
    expect(search().get('view')).toBe('map');
    await page.goBack();
    await expect.poll(found).toBe(within);
    await page.getByRole('link', { name: 'Remove Map area' }).waitFor();
    await expectAccessible(page);
    await expectNoProblems();
  });

  test('a phone shows the map or the list, and one finger scrolls the page', async () => {
    await replaceVisitor(phone);
    await open('/');
    await view('Map').tap();
    await clusters().first().waitFor();
    await cards().first().waitFor({ state: 'hidden' });
    const touchAction = () =>
      page
        .locator('.leaflet-container')
        .evaluate((container) => getComputedStyle(container).touchAction);
    await expect.poll(touchAction).toMatch(/pan-y/);
    for (const start of [page.locator('.leaflet-container'), clusters().first()]) {
      await moveFinger(start);
      await page.getByText('Use two fingers to move the map').waitFor();
      await page.getByText('Use two fingers to move the map').waitFor({ state: 'hidden' });
    }
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await expect.poll(() => page.getByText(count).innerText()).toMatch(/^\d+ places$/);
    // The order is that of the list.
    await page.getByText(/^Kampong Bharu first/).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Skip the map' }).press('Enter');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('OpenStreetMap');
    await page.getByRole('link', { name: 'Show in the list' }).tap();
    await cards().first().waitFor();
    expect(search().get('pin')).toBe('none');
    expect(search().get('view')).toBeNull();
  });

  test('the focus is seen on the map, and on each pin in front of the zoom buttons', async () => {
    await replaceVisitor(phone);
    await open('/?view=map');
    await clusters().first().waitFor();
    await page.getByRole('link', { name: 'Skip the map' }).focus();
    await page.keyboard.press('Tab');
    const frame = () =>
      page.evaluate(
        () => getComputedStyle(document.activeElement ?? document.body, '::after').borderTopWidth,
      );
    await expect.poll(frame).toBe('3px');
    const zoom = page.locator('.leaflet-control-zoom');
    for (let tabs = 0; tabs < 15; tabs += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(clipped).toBeLessThan(2);
      await expect.poll(() => zoom.evaluate((box) => getComputedStyle(box).opacity)).toBe('0.3');
    }
  });

  const retry = () => page.getByRole('button', { name: 'Retry' });

  test.each(['css', 'js'])(
    'Retry shows the map with its style after its .%s could not be fetched',
    async (type) => {
      await replaceVisitor(desktop);
      const files = `**/assets/results-map-*.${type}`;
      await page.route(files, (route) => route.abort());
      await open('/');
      await view('Map').click();
      await retry().waitFor();
      await page.unroute(files);
      await retry().click();
      await clusters().first().waitFor();
      const height = () => map().evaluate(({ clientHeight }) => clientHeight);
      await expect.poll(height).toBeGreaterThan(300);
      await expect.poll(() => page.locator('.leaflet-tile-loaded').count()).toBeGreaterThan(0);
    },
  );

  test('the second Retry reloads the page, as a newer release has its code elsewhere', async () => {
    await replaceVisitor(desktop);
    const files = '**/assets/results-map-*.js';
    let refused = 0;
    await page.route(files, (route) => {
      refused += 1;
      return route.fulfill({ status: 404 });
    });
    await open('/?view=map&category=Tempat+Ibadah');
    await retry().waitFor();
    const before = refused;
    await retry().click();
    await expect.poll(() => refused).toBeGreaterThan(before);
    await retry().waitFor();
    await page.unroute(files);
    const reloaded = page.waitForEvent('load');
    await retry().click();
    await reloaded;
    await pins().first().waitFor();
    expect(search().get('category')).toBe('Tempat Ibadah');
  });

  test('without scripts the list is shown, with the reason', async () => {
    await replaceVisitor({ ...desktop, javaScriptEnabled: false });
    await page.goto(`${site.url}/?area=101.69,3.155,101.715,3.175`);
    await page.getByRole('link', { name: 'Remove Map area' }).waitFor();
    await view('Map').click();
    // Locators by text leave out noscript.
    const note = page.locator('main noscript > p');
    await expect.poll(() => note.textContent()).toContain('The map needs JavaScript.');
    await cards().first().waitFor();
    expect(search().get('area')).toBe('101.69,3.155,101.715,3.175');
  });
});

/** How far the focused pin is outside of the map, in px. */
function clipped(): Promise<number> {
  return page.evaluate(() => {
    const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
    const pin = boxOf(document.activeElement);
    const map = boxOf(document.querySelector('.leaflet-container'));
    const { left, top, right, bottom } = map;
    return Math.max(left - pin.left, pin.right - right, top - pin.top, pin.bottom - bottom);
  });
}

const count = /^\d+ places?(, page \d+ of \d+)?$/;

/** Moves one finger a little down from the upper right corner of the element. */
async function moveFinger(over: Locator): Promise<void> {
  await over.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0 } = (await over.boundingBox()) ?? {};
  const screen = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...distances: number[]) => {
    const touchPoints = distances.map((distance) => ({ x: x + width - 10, y: y + distance }));
    return screen.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 10);
  await touch('touchMove', 40);
  await touch('touchEnd');
}
