import { describe, expect, test } from 'vitest';
import { expectAccessible, expectFocusInWidth, expectNoHorizontalScroll } from './accessibility.ts';
import { cards } from './place-list.ts';
import { publishListing } from './site.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  open,
  openWithFonts,
  page,
  replaceVisitor,
  setUpFixture,
  site,
} from './fixture.ts';

const here = { latitude: 3.1662, longitude: 101.7019 };
const phone = {
  viewport: { width: 390, height: 844 },
  geolocation: here,
  permissions: ['geolocation'],
};

describe.skipIf(hasNoBrowser)('finding a place in a browser', () => {
  setUpFixture();

  const search = () => new URL(page.url()).search;
  const first = () => cards().first();
  const quick = () => page.getByRole('navigation', { name: 'Quick filters' });

  test('to eat near me, open now, takes three taps and sends no position', async () => {
    const stall = { businessInfo: 'Makanan & Minuman', subCategory: 'Gerai' };
    const pin = { latitude: String(here.latitude), longitude: String(here.longitude) };
    const businessName = 'Gerai Tiga Ketik';
    await publishListing(site, { ...stall, ...pin, businessName, operatingHours: '24jam' });
    await replaceVisitor(phone);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')));
    await open('/');
    await quick().getByRole('link', { name: 'Makanan & Minuman' }).click();
    await page.getByRole('button', { name: 'Near me' }).click();
    await page.getByRole('link', { name: 'Open now', exact: true }).click();

    await expect.poll(() => first().textContent()).toContain(businessName);
    await expect.poll(() => first().textContent()).toContain('10 m · 1 min on foot');
    await expect.poll(() => first().textContent()).toContain('Open 24 hours');
    expect(search()).toBe('?category=Makanan+%26+Minuman&open=now&near=me');
    expect(requested.filter((text) => /3\.166|101\.70/.test(text))).toEqual([]);
    await expectAccessible(page);
    await expectNoProblems();
  });

  test('without a position the landmarks order by distance, also without scripts', async () => {
    await replaceVisitor({ ...phone, permissions: [] });
    await open('/');
    await page.getByRole('button', { name: 'Near me' }).click();
    await page.getByText(/^We couldn't get your location/).waitFor();
    await quick().locator('summary').click();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Monorel Chow Kit' }).click();
    await page.getByText('Nearest to Monorel Chow Kit first.').waitFor();
    await expect.poll(() => first().textContent()).toMatch(/ m · \d+ min on foot/);
    expect(search()).toBe('?near=chow-kit');
    const nearest = await first().getAttribute('href');

    await replaceVisitor({ ...phone, javaScriptEnabled: false });
    await page.goto(site.url);
    await quick().locator('summary').click();
    await page.getByRole('link', { name: 'Monorel Chow Kit' }).click();
    await expect.poll(() => first().getAttribute('href')).toBe(nearest);
    await page.goto(`${site.url}/?open=now`);
    await page.getByText(/more places have no known hours/).waitFor();
  });

  test('the quick filters of a phone are one line of whole words', async () => {
    await replaceVisitor({ ...phone, viewport: { width: 360, height: 740 } });
    await openWithFonts('/');
    const landmarks = quick().locator('summary');
    await expect.poll(() => landmarks.innerText()).toBe('Landmark…');
    const near = await page.getByRole('button', { name: 'Near me' }).boundingBox();
    await expect.poll(async () => (await landmarks.boundingBox())?.y).toBe(near?.y);
  });

  test.each([320, 360, 390])('the landmarks are whole on a screen of %i pixels', async (width) => {
    await replaceVisitor({ ...phone, viewport: { width, height: 740 } });
    await openWithFonts('/');
    await quick().locator('summary').click();
    const list = page.getByRole('list', { name: 'Landmarks' });
    await expect.poll(async () => (await list.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await expectNoHorizontalScroll(page);
  });

  test('the first result of a phone is on the first screen, and the filters show their effect', async () => {
    await replaceVisitor(phone);
    await openWithFonts('/');
    const top = () => first().evaluate((card) => card.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(700);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Pasar');
    await expectAccessible(page);
    const show = page.getByRole('button', { name: /^Show \d+ places$/ });
    const bottom = () => show.evaluate((button) => button.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThan(845);
    await show.click();
    const heading = page.getByRole('heading', { name: 'Places', exact: true });
    await expect.poll(() => heading.evaluate((h2) => h2 === document.activeElement)).toBe(true);
    await expect.poll(() => page.title()).toContain('Pasar in Kampong Bharu');
    await expectNoHorizontalScroll(page);
  });

  test('the button that shows the results of a phone on its side covers no field by half', async () => {
    await replaceVisitor({ ...phone, viewport: { width: 740, height: 360 } });
    await open('/');
    await page.getByRole('button', { name: 'Filters' }).click();
    const boxOf = async (role: 'button' | 'combobox', name: string | RegExp) => {
      const box = await page.getByRole(role, { name, exact: true }).boundingBox();
      return { left: box?.x, right: (box?.x ?? 0) + (box?.width ?? 0) };
    };
    expect(await boxOf('button', /^Show \d+ places$/)).toEqual({
      left: (await boxOf('combobox', 'Category')).left,
      right: (await boxOf('combobox', 'Subcategory')).right,
    });
  });

  test('a category that takes the focus is shown whole', async () => {
    await replaceVisitor(phone);
    await open('/');
    await page.locator('summary').first().focus();
    const categories = page.getByRole('list', { name: 'Categories' }).getByRole('link');
    for (let tabs = await categories.count(); tabs > 0; tabs -= 1) {
      await page.keyboard.press('Tab');
      await expectFocusInWidth(page);
    }
  });

  test('a removed chip passes the focus on', async () => {
    await replaceVisitor(phone);
    await open('/?category=Pasar&kampong=Chow+Kit&open=now');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const [name, next] of [
      ['Remove Category: Pasar', 'Chow Kit'],
      ['Remove Open now', 'Chow Kit'],
      ['Remove Kampong: Chow Kit', 'Places'],
    ] as const) {
      await page.getByRole('link', { name }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name }).waitFor({ state: 'detached' });
      await expect.poll(focused).toContain(next);
    }
  });

  test('the categories of a phone fade out where there are more', async () => {
    await replaceVisitor(phone);
    await open('/');
    const categories = page.getByRole('list', { name: 'Categories' });
    const fades = () =>
      categories.evaluate((list) => {
        const style = getComputedStyle(list);
        return ['--more-before', '--more-after'].map((name) => style.getPropertyValue(name));
      });
    await expect.poll(fades).toEqual(['0px', '32px']);
    await categories.evaluate((list) => {
      list.scrollLeft = list.scrollWidth;
    });
    await expect.poll(fades).toEqual(['32px', '0px']);
  });

  test('a place leads back to the results with their filter, page and position', async () => {
    await replaceVisitor(phone);
    await open('/?category=Perniagaan+Runcit&page=2');
    await cards().nth(8).scrollIntoViewIfNeeded();
    await cards().nth(8).click();
    await page.getByRole('link', { name: 'Back to results' }).click();
    await expect.poll(search).toBe('?category=Perniagaan+Runcit&page=2');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await open('/?page=99');
    await page.getByText('This is the last page.').waitFor();
    await page.getByRole('link', { name: 'Go to the first' }).click();
    await expect.poll(search).toBe('');
  });

  test('a saved place is found again on this device, and by others through a link', async () => {
    await replaceVisitor(phone);
    await open('/');
    const name = (await page.locator('main li [class*="name"]').first().textContent()) ?? '';
    await page.getByRole('button', { name: `Save ${name}` }).click();
    await page.getByRole('link', { name: 'Saved' }).click();
    await expect.poll(() => first().textContent()).toContain(name);
    await expectAccessible(page);
    const id = (await first().getAttribute('href'))?.split('/').pop() ?? '';
    await replaceVisitor({ ...phone, javaScriptEnabled: false });
    await page.goto(`${site.url}/saved?ids=${id}`);
    await expect.poll(() => first().textContent()).toContain(name);
  });
});
