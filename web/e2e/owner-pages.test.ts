import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ownerPaths } from '../src/app/area-paths.ts';
import { expectFits, expectFocusSeen } from './accessibility.ts';
import { expectNoProblems, hasNoBrowser, open, page, setUpFixture, site } from './fixture.ts';
import { asLoaded, expectGoodPages, screens, openOnScreen, setTextSize } from './page-audit.ts';
import { openAsNewOwner, saveDraft } from './users.ts';

const photo = fileURLToPath(new URL('../../api/seed-data/photos/coffee-cup.jpg', import.meta.url));

describe.skipIf(hasNoBrowser)('the pages of owners in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

  const openAsOwner = () => openAsNewOwner(page, site, `${crypto.randomUUID()}@example.org`);

  /** The business of a new owner, who is logged in. */
  async function submitAndReject(): Promise<string> {
    const { client } = await openAsOwner();
    const { id } = await client.submit({ businessName: 'Kedai Serbaneka Untuk Semua Orang' });
    const text = `No opening hours.\nSee https://example.org/${'example-'.repeat(12)}`;
    const reason = { code: 'incomplete', text };
    await site.admin.send('PUT', `/api/businesses/${id}`, { status: 'rejected', reason });
    return id;
  }

  async function openWithDraft(): Promise<void> {
    const { id } = await openAsOwner();
    await saveDraft(page, id);
  }

  const options = { expectLayout: expectFits };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const edit = async () => {
    await press('Edit');
    await page.getByRole('heading', { level: 1, name: 'Edit your business' }).waitFor();
  };
  const showMore = async () => {
    await press('Show More');
    await page.getByRole('button', { name: 'Show Less', exact: true }).waitFor();
  };
  const discard = async () => {
    await press('Discard');
    await page.getByRole('alertdialog').waitFor();
  };
  const nextWithErrors = async () => {
    await press('Next');
    await page.getByRole('alert').getByRole('link').first().waitFor();
  };

  describe.each(screens)('on %s', (_, screen) => {
    test('the dashboard and the account are good', async () => {
      await openOnScreen(screen);
      const id = await submitAndReject();
      const sections = ['add', 'businesses', 'analytics'];
      const pages = [
        // The form has a test of its own.
        ...ownerPaths
          .filter((path) => path !== '/form')
          .map((path) => ({
            path: path.replace(':id', id),
            states: path === '/my-businesses/:id' ? [asLoaded, edit] : [asLoaded],
          })),
        ...sections.map((section) => ({ path: `/user/dashboard?section=${section}` })),
        ...['/my-businesses/gone', '/account', '/user/forgot-password'].map((path) => ({ path })),
        // Owners who are logged in see a link to their dashboard there.
        {
          path: '/user/userlogin',
          states: [() => page.getByRole('link', { name: 'Go to my dashboard' }).waitFor()],
        },
      ];
      await expectGoodPages(pages, screen, options);
    });

    test('the form is good', async () => {
      await openOnScreen(screen);
      await openAsOwner();
      await expectGoodPages(
        [{ path: '/form', states: [asLoaded, nextWithErrors] }],
        screen,
        options,
      );
      await openWithDraft();
      const steps = [
        [() => page.locator('.leaflet-marker-icon').waitFor()],
        [asLoaded],
        [nextWithErrors],
        [showMore, discard],
      ].map((states, at) => ({ path: `/form?step=${at + 2}`, states }));
      await expectGoodPages(steps, screen, options);
      await expectNoProblems();
    });
  });

  test('a dialog hides no text between its title and its buttons on a phone with text of 200 %', async () => {
    await page.setViewportSize({ width: 180, height: 300 });
    await openWithDraft();
    await open('/form?step=5');
    await press('Discard');
    const text = page.getByRole('alertdialog').getByRole('paragraph').locator('..');
    const hidden = () => text.evaluate((box) => box.scrollHeight - box.clientHeight);
    await expect.poll(hidden).toBe(0);
  });

  test('the buttons of the photo break no word on a phone with text of 200 %', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openWithDraft();
    await open('/form?step=4');
    await page.getByLabel('Photo').setInputFiles(photo);
    await page.getByText('Photo ready').waitFor();
    await setTextSize('200%');
    const linesOf = (text: string) =>
      page.getByText(text, { exact: true }).evaluate((button) => {
        const words = document.createRange();
        words.selectNodeContents(button);
        return words.getClientRects().length;
      });
    await expect.poll(() => linesOf('Replace')).toBe(1);
    expect(await linesOf('Remove')).toBe(1);
  });

  test('Edit shows on a phone why the business was rejected', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(`/my-businesses/${await submitAndReject()}`);
    await edit();
    const reason = page.getByText('No opening hours.');
    await expect.poll(async () => (await reason.boundingBox())?.y).toBeGreaterThan(0);
    await expect.poll(() => reason.innerText()).toContain('No opening hours.\nSee');
  });

  test('the focused element is visible and outlined in forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.setViewportSize({ width: 360, height: 500 });
    await openWithDraft();
    await open('/form?step=1');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (let tabs = 0; tabs < 15; tabs++) {
      await page.keyboard.press('Tab');
      await expectFocusSeen(page);
    }
  });

  test.each([
    [320, 568],
    [360, 640],
    // As a phone of 360 by 800 px with text of 200 %.
    [180, 400],
  ])('the bar with Save covers no focused field at %i by %i px', async (width, height) => {
    await page.setViewportSize({ width, height });
    await open(`/my-businesses/${await submitAndReject()}`);
    await edit();
    await page.getByLabel('Phone').fill('019-9999999');
    await page.getByLabel('Business name').fill('Kedai Serbaneka');
    await page.getByText('2 changes', { exact: true }).waitFor();
    const isSave = () => page.evaluate(() => document.activeElement?.textContent === 'Save');
    while (!(await isSave())) {
      await expectFocusSeen(page);
      await page.keyboard.press('Tab');
    }
  });
});
