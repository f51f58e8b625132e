import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adminPaths } from '../src/app/area-paths.ts';
import {
  expectFocusInWidth,
  expectFocusSeen,
  expectNoHorizontalScroll,
  expectWholeWords,
} from './accessibility.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  openWithFonts,
  page,
  replaceVisitor,
  setUpFixture,
  site,
} from './fixture.ts';
import {
  asLoaded,
  expectGoodPages,
  screens,
  openOnScreen,
  setTextSize,
  type AuditedPage,
} from './page-audit.ts';
import { publishListing } from './site.ts';
import { openAsAdmin } from './users.ts';

/** Columns are narrow on phones and must not break words. */
const expectLayout = async (page: Page) => {
  await expectNoHorizontalScroll(page);
  // On places the header breaks the name of the site.
  if (!page.url().includes('/places/')) await expectWholeWords(page);
};

type AdminPath = (typeof adminPaths)[number];

describe.skipIf(hasNoBrowser)('the pages of admins in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0' }, prepare });

  const name = 'Bunga Raja Uda';
  const longName = 'Kedai'.repeat(20);
  let publicId: string;
  let editedId: string;

  async function prepare() {
    publicId = await publishListing(site, { businessName: longName });
    const fields = { businessName: name, synopsis: 'x '.repeat(60) };
    ({ id: editedId } = await site.owner.submit(fields));
    const reason = { code: 'outside', text: '' };
    await site.admin.send('PUT', `/api/businesses/${editedId}`, { status: 'rejected', reason });
    const edit = { phone: '013-7654321' };
    await site.owner.send('PUT', `/api/businesses/update/${editedId}`, edit);
  }

  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
  const showReport = async () => {
    await page.getByLabel('Report', { exact: true }).selectOption('views');
    await page.getByLabel('Grouped by').selectOption('weekday');
    await page.getByLabel('Include demo data').check();
    await press('Show report');
    await page.getByRole('table', { name: 'Visits' }).waitFor();
    await page.locator('.apexcharts-bar-area').first().waitFor({ state: 'attached' });
  };
  const showPlace = async () => {
    await page.getByRole('link', { name: longName, exact: true }).click();
    await page.getByText(/^This is the page as visitors saw it on/).waitFor();
  };
  const replaceDialog = async (open: () => Promise<unknown>) => {
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    // On a phone, what opens them is under Details.
    const details = page.getByText(`Details ${name}`).filter({ visible: true });
    const more = page.getByText(`Read More ${name}`).filter({ visible: true });
    await details.or(more).first().waitFor();
    if ((await more.count()) === 0) await details.first().click();
    await open();
    await page.locator('dialog[open]').waitFor();
  };
  const selectReject = () => page.getByLabel(`Change Status of ${name}`).selectOption('reject');

  const statesOf: Partial<Record<AdminPath, readonly (() => Promise<unknown>)[]>> = {
    '/adminDashboard/audit': [
      () =>
        page
          .getByText(/^Approved: /)
          .first()
          .waitFor(),
    ],
    '/adminDashboard/as-of': [asLoaded, showPlace],
    '/adminDashboard/reports': [showReport],
    '/adminDashboard/operations': [
      () => page.getByRole('rowheader', { name: /^listings/ }).waitFor(),
    ],
  };

  describe.each(screens)('on %s', (_, screen) => {
    const expectGood = async (pages: readonly AuditedPage[]) => {
      await openOnScreen(screen);
      await openAsAdmin(page, site);
      await expectGoodPages(pages, screen, screen.options.hasTouch ? { expectLayout } : {});
      await expectNoProblems();
    };

    test.each([
      ['first', adminPaths.slice(0, 6)],
      ['last', adminPaths.slice(6)],
    ])('the %s pages of the area are good', (_part, paths) =>
      expectGood(
        paths.map((path) => ({
          path: path.replace(':id', publicId),
          ...(statesOf[path] && { states: statesOf[path] }),
        })),
      ),
    );

    test('a business that waits for review, its dialogs and the account are good', () =>
      expectGood([
        {
          path: `/business-list?status=pending&q=${encodeURIComponent(name)}`,
          states: [
            () => replaceDialog(() => press(`Read More ${name}`)),
            () => replaceDialog(() => press(`View Image ${name}`)),
            () => replaceDialog(selectReject),
          ],
        },
        { path: `/adminDashboard/review?listing=${editedId}` },
        { path: '/account' },
      ]));
  });

  test('show on a phone where one is in the row of links', async () => {
    await replaceVisitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await openAsAdmin(page, site);
    const links = page.getByRole('navigation', { name: 'Admin' });
    for (const path of ['/adminDashboard', '/adminDashboard/reports', '/business-list']) {
      await page.goto(site.url + path);
      const { x = -1, width = 0 } =
        (await links.locator('[aria-current=page]').boundingBox()) ?? {};
      expect([path, x >= 0 && x + width <= 360]).toEqual([path, true]);
    }
    await links.getByRole('link').last().focus();
    for (let back = await links.getByRole('link').count(); back > 1; back -= 1) {
      await page.keyboard.press('Shift+Tab');
      await expectFocusInWidth(page);
    }
    const { height = Infinity } = (await links.boundingBox()) ?? {};
    expect(height).toBeLessThan(120);
  });

  test('without deleted businesses, theirs does not scroll horizontally at 320 px with text of 200%', async () => {
    await replaceVisitor({ viewport: { width: 320, height: 740 } });
    await openAsAdmin(page, site);
    await openWithFonts('/adminDashboard/deleted');
    await page.getByRole('heading', { name: 'No deleted businesses' }).waitFor();
    await setTextSize('200%');
    await expectNoHorizontalScroll(page);
  });

  test.each([800, 1280])(
    'no column of the list covers the focused heading of another at %i px',
    async (width) => {
      await replaceVisitor({ viewport: { width, height: 720 } });
      await openAsAdmin(page, site);
      await page.goto(`${site.url}/business-list`);
      const headings = page.getByRole('columnheader').getByRole('button');
      await headings.first().focus();
      for (const key of ['Tab', 'Shift+Tab'])
        for (let others = (await headings.count()) - 1; others > 0; others -= 1) {
          await page.keyboard.press(key);
          await expectFocusSeen(page);
        }
    },
  );

  test('the bar above the queue does not cover its focused boxes', async () => {
    await replaceVisitor({ viewport: { width: 1280, height: 500 } });
    await openAsAdmin(page, site);
    await page.goto(`${site.url}/adminDashboard/review`);
    await page.getByLabel('Select all').check();
    const boxes = page.getByRole('group').getByRole('checkbox');
    await boxes.last().focus();
    for (let back = (await boxes.count()) * 2 - 2; back > 0; back -= 1) {
      await page.keyboard.press('Shift+Tab');
      await expectFocusSeen(page);
    }
  });
});
