import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './accessibility.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  open,
  openWithFonts,
  openVisitor,
  page,
  setUpFixture,
  site,
} from './fixture.ts';
import { cards } from './place-list.ts';

describe.skipIf(hasNoBrowser)('the search in a browser', () => {
  setUpFixture();

  const field = (onPage = page) => onPage.getByRole('combobox', { name: 'Search places' });
  const options = (onPage = page) => onPage.getByRole('listbox').getByRole('option');
  const active = () => page.locator('[role="option"][aria-selected="true"]');
  const type = async (text: string) => {
    await field().click();
    await field().pressSequentially(text);
  };

  test('suggestions offer kinds with their number of places, and Enter leads to the filter', async () => {
    await open('/');
    await type('tail');
    await expect
      .poll(() => options().first().textContent())
      .toMatch(/^Tukang Jahit \(tailor\) · \d+ places?$/);
    await field().press('ArrowDown');
    await expect.poll(() => active().textContent()).toContain('Tukang Jahit');
    await expect
      .poll(async () => field().getAttribute('aria-activedescendant'))
      .toBe(await active().getAttribute('id'));
    await field().press('Enter');
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe('?category=Fesyen+%26+Pakaian&subcategory=Tukang+Jahit');
    await expect.poll(() => cards().count()).toBeGreaterThan(0);
    await expectNoProblems();
  });

  test('the arrows go through the suggestions and the field, and Escape closes the list', async () => {
    await open('/');
    await type('feeka');
    await expect.poll(() => options().count()).toBeGreaterThan(0);
    const count = await options().count();
    await expect.poll(() => active().count()).toBe(0);
    await field().press('ArrowUp');
    await expect
      .poll(() => active().getAttribute('id'))
      .toBe(await options().last().getAttribute('id'));
    await field().press('ArrowDown');
    await expect.poll(() => active().count()).toBe(0);
    for (let index = 0; index < count; index++) await field().press('ArrowDown');
    await expect
      .poll(() => active().getAttribute('id'))
      .toBe(await options().last().getAttribute('id'));
    await field().press('Escape');
    await expect.poll(() => options().count()).toBe(0);
    await expect.poll(() => field().inputValue()).toBe('feeka');
    await expect.poll(() => field().getAttribute('aria-expanded')).toBe('false');
  });

  test('Enter without a chosen suggestion searches for what was typed', async () => {
    await open('/');
    await type('masjit');
    await field().press('Enter');
    await expect.poll(() => page.getByText('Showing results for masjid').count()).toBe(1);
    await expect.poll(() => page.title()).toContain('Places matching “masjit”');
    await expect.poll(() => cards().first().textContent()).toContain('Masjid');
    await expectNoProblems();
  });

  test('a touch on a suggestion of a place page leads to the place', async () => {
    const phone = await openVisitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await open('/?q=feeka', phone.page);
    await cards(phone.page).first().tap();
    const title = phone.page.getByRole('heading', { level: 1, name: 'Feeka', exact: true });
    await expect.poll(() => title.evaluate((h1) => h1 === document.activeElement)).toBe(true);
    await field(phone.page).tap();
    await field(phone.page).pressSequentially('levain');
    await options(phone.page).filter({ hasText: 'Levain' }).first().tap();
    await phone.page.getByRole('heading', { level: 1, name: 'Levain', exact: true }).waitFor();
    await expect.poll(() => options(phone.page).count()).toBe(0);
    await expectNoProblems(phone);
  });

  test.each(['light', 'dark'] as const)(
    'open suggestions are accessible and move nothing in %s colours',
    async (colorScheme) => {
      const { page: narrow } = await openVisitor({
        viewport: { width: 360, height: 740 },
        colorScheme,
      });
      await openWithFonts('/', narrow);
      const top = () =>
        narrow.locator('#results').evaluate((element) => element.getBoundingClientRect().top);
      const before = await top();
      await field(narrow).focus();
      await field(narrow).pressSequentially('kafe');
      await expect.poll(() => options(narrow).count()).toBeGreaterThan(3);
      await narrow.keyboard.press('ArrowDown');
      expect(await top()).toBe(before);
      await expectAccessible(narrow);
      await expectNoHorizontalScroll(narrow);
    },
  );

  test('an empty result offers the same search without filters, and a kind that nobody lists is named', async () => {
    await open('/?q=masjid&category=Pasar');
    await page.getByRole('heading', { name: 'No Places Found' }).waitFor();
    await page.getByRole('link', { name: /^Show \d+ without your filters$/ }).click();
    await expect.poll(() => cards().count()).toBe(12);
    await open('/?q=money+changer');
    await page.getByText('Nothing is listed yet under “licensed money changer”.').waitFor();
    await expectAccessible(page);
    await expectNoProblems();
  });

  test('without scripts the form searches all fields', async () => {
    const { page: plain } = await openVisitor({ javaScriptEnabled: false });
    await plain.goto(site.url);
    await field(plain).fill('dentist');
    await field(plain).press('Enter');
    await expect.poll(() => new URL(plain.url()).search).toBe('?q=dentist');
    await expect.poll(() => cards(plain).first().textContent()).toContain('Klinik Gigi');
    await expect.poll(() => plain.title()).toContain('Places matching “dentist”');
  });

  test('the results of a server-rendered search stay when the scripts arrive', async () => {
    const plain = await openVisitor({ javaScriptEnabled: false });
    await plain.page.goto(`${site.url}/?q=kopi+bangsar`);
    const served = await cards(plain.page).allTextContents();
    expect(served.length).toBeGreaterThan(0);
    await open('/?q=kopi+bangsar');
    await field().focus();
    await field().pressSequentially(' s');
    await expect.poll(() => options().count()).toBeGreaterThan(0);
    await field().press('Escape');
    await expect.poll(() => options().count()).toBe(0);
    await expect.poll(() => cards().allTextContents()).toEqual(served);
    await expectNoProblems();
  });

  test.each(['search-code', 'find-places'])('Retry fetches the code of %s again', async (code) => {
    const files = `**/assets/${code}-*.js`;
    await page.route(files, (route) => route.fulfill({ status: 404 }));
    await open('/?q=masjid&page=2');
    await field().focus();
    await page.getByText(/^These places were loaded earlier/).waitFor();
    await page.unroute(files);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(/^These places were loaded earlier/).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Page 1', exact: true }).click();
    await page.getByText(/^\d+ places, page 1 of/).waitFor();
  });
});
