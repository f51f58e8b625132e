import { describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { openAsNewOwner, saveDraft } from './users.ts';
import { hasNoBrowser, open, setUpFixture, page, site } from './fixture.ts';

/** Each state of an owner's pages in light and dark, at three widths and text sizes, on one browser page. */
describe.skipIf(hasNoBrowser)('the accessibility of account and owner pages', () => {
  setUpFixture({
    env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' },
    sharedPage: true,
    prepare,
  });

  let id: string;

  async function prepare() {
    const owner = await openAsNewOwner(page, site, 'semua@example.org');
    ({ id } = await owner.client.submit({ businessName: 'Kedai Serbaneka Untuk Semua Orang' }));
    const text = `No opening hours.\nSee https://example.org/${'example-'.repeat(12)}`;
    const reason = { code: 'incomplete', text };
    await site.admin.send('PUT', `/api/businesses/${id}`, { status: 'rejected', reason });
    await saveDraft(page, owner.id);
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const noAction = () => Promise.resolve();
  const empty = (label: string) => page.getByLabel(label, { exact: true }).fill('');

  const states: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ['the login', '/user/userlogin', noAction],
    ['the dashboard', '/user/dashboard', noAction],
    ['the section to add a business', '/user/dashboard?section=add', noAction],
    ['the list', '/user/dashboard?section=businesses', noAction],
    ['step 1', '/form?step=1', noAction],
    ['step 1 with errors', '/form?step=1', () => empty('Business name').then(() => press('Next'))],
    ['step 2', '/form?step=2', () => page.locator('.leaflet-marker-icon').waitFor()],
    ['step 3', '/form?step=3', noAction],
    ['step 4 with errors', '/form?step=4', () => press('Next')],
    ['step 5', '/form?step=5', () => press('Show More')],
    ['a confirmation', '/form?step=5', () => press('Discard')],
    ['the business', `/my-businesses/`, noAction],
    ['the business in edit mode', `/my-businesses/`, () => press('Edit')],
    ['a deleted business', '/my-businesses/gone', noAction],
  ];

  test.each(states)(
    '%s is accessible, fits its width and has large targets',
    async (_name, path, act) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1280, height: 900 });
      await open(path === '/my-businesses/' ? path + id : path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await act();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      for (const [width, font] of [
        [320, '100%'],
        [640, '200%'],
        [1280, '200%'],
      ] as const) {
        await page.setViewportSize({ width, height: 700 });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, font);
        await expect.poll(misfits, { message: `${width} px, ${font}` }).toEqual([]);
      }
    },
  );

  /** Horizontal scrolling, clipped texts, targets below 24 px, and fields with text below 16 px, on which iPhones zoom the page. */
  function misfits(): Promise<string[]> {
    return page.evaluate(() => {
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
      const zooming = seen
        .filter((element) => element.matches('input:not([type=checkbox]), select, textarea'))
        .filter((element) => parseFloat(getComputedStyle(element).fontSize) < 16)
        .map((element) => `text too small: ${element.outerHTML}`);
      return [...scrolls, ...out, ...small, ...zooming];
    });
  }

  test('a dialog hides no text between its title and its buttons on a phone with text of 200 %', async () => {
    await page.setViewportSize({ width: 180, height: 300 });
    await open('/form?step=5');
    await press('Discard');
    const text = page.getByRole('alertdialog').getByRole('paragraph').locator('..');
    const hidden = () => text.evaluate((box) => box.scrollHeight - box.clientHeight);
    await expect.poll(hidden).toBe(0);
  });

  test('Edit shows on a phone why the business was rejected', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(`/my-businesses/${id}`);
    await press('Edit');
    await page.getByRole('heading', { level: 1, name: 'Edit your business' }).waitFor();
    const reason = page.getByText('No opening hours.');
    await expect.poll(async () => (await reason.boundingBox())?.y).toBeGreaterThan(0);
    await expect.poll(() => reason.innerText()).toContain('No opening hours.\nSee');
  });

  test('the focused element is visible and outlined in forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.setViewportSize({ width: 360, height: 500 });
    await open('/form?step=1');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (let tabs = 0; tabs < 15; tabs++) {
      await page.keyboard.press('Tab');
      await expect.poll(hiddenFocus).toBe('');
    }
  });

  /** The focused element if it is covered or has no outline. */
  function hiddenFocus(): Promise<string> {
    return page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      const isSeen = there !== null && (focused.contains(there) || there.contains(focused));
      const isFramed = getComputedStyle(focused).outlineStyle !== 'none';
      return isSeen && isFramed ? '' : focused.outerHTML;
    });
  }
});
