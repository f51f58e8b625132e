import { describe, expect, test } from 'vitest';
import { adminPaths } from '../src/app/area-paths.ts';
import { expectFocusInWidth, expectNoHorizontalScroll, expectWholeWords } from './accessibility.ts';
import { hasNoBrowser, page, replaceVisitor, setUpFixture, site } from './fixture.ts';
import { expectGoodPages, screens, useScreen } from './private-pages.ts';
import { publishListing } from './site.ts';
import { openAsAdmin } from './users.ts';

describe.skipIf(hasNoBrowser)('the pages of admins in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0' }, prepare });

  let publicId: string;
  async function prepare() {
    publicId = await publishListing(site, { businessName: 'Kedai'.repeat(20) });
  }

  test.each(screens)(
    'on %s are answered 200, do not jump, fit, and have large controls',
    async (_, screen) => {
      await useScreen(screen);
      await openAsAdmin(page, site);
      const { id } = await site.owner.submit({});
      const paths = [...adminPaths, `/adminDashboard/review?listing=${id}`, '/account'];
      await expectGoodPages(paths, publicId, screen);
    },
  );

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

  test('neither scroll horizontally nor break words at 360 px with text of 200%', async () => {
    await replaceVisitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await openAsAdmin(page, site);
    const { id } = await site.owner.submit({ businessName: 'Bunga Raja Uda' });
    const reason = { code: 'outside', text: '' };
    await site.admin.send('PUT', `/api/businesses/${id}`, { status: 'rejected', reason });
    await site.owner.send('PUT', `/api/businesses/update/${id}`, { synopsis: 'Changed' });
    for (const path of [...adminPaths, `/adminDashboard/review?listing=${id}`]) {
      await page.goto(site.url + path.replace(':id', publicId), { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectNoHorizontalScroll(page);
      await expectWholeWords(page);
    }
  });
});
