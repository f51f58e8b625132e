import { beforeEach, describe, expect, test } from 'vitest';
import { adminPaths, ownerPaths } from '../src/app/area-paths.ts';
import { expectLargeTargets, expectNoHorizontalScroll, minHeights } from './accessibility.ts';
import { expectNoShift, recordLayoutShifts } from './layout-shifts.ts';
import { hasNoBrowser, open, page, replaceVisitor, setUpFixture, site } from './fixture.ts';
import { publishListing } from './site.ts';
import { openAsAdmin, openAsNewOwner } from './users.ts';

describe.skipIf(hasNoBrowser)('the pages of owners and admins in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' }, prepare });

  let publicId: string;
  async function prepare() {
    publicId = await publishListing(site, {});
  }

  /** Answered 200, without a jump while they load, as wide as the screen, and with controls that can be hit. */
  const expectGoodPages = async (paths: readonly string[], id: string, minHeight: number) => {
    for (const path of paths) {
      const address = path.replace(':id', id);
      const response = await page.goto(site.url + address, { waitUntil: 'networkidle' });
      expect([path, response?.status()]).toEqual([path, 200]);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Core Web Vitals call less than 0.1 good.
      await expectNoShift(page, path, 0.1);
      await expectLargeTargets(page, minHeight);
      await expectNoHorizontalScroll(page);
    }
  };

  describe.each([
    ['a phone', minHeights.touch, { width: 360, height: 740 }],
    ['a tablet', minHeights.touch, { width: 768, height: 1024 }],
    ['a computer', minHeights.mouse, { width: 1440, height: 900 }],
  ])('on %s are answered 200, do not jump, fit, and have large controls', (name, min, viewport) => {
    const isMobile = min === minHeights.touch;
    beforeEach(async () => {
      await replaceVisitor({ viewport, hasTouch: isMobile, isMobile });
      await recordLayoutShifts(page);
    });

    test('for owners', async () => {
      const owner = await openAsNewOwner(page, site, `${name.replace(' ', '-')}@example.org`);
      const { id } = await owner.client.submit({});
      const sections = ['businesses', 'analytics'].map((each) => `/user/dashboard?section=${each}`);
      const paths = [
        ...ownerPaths,
        ...sections,
        '/form?step=2',
        '/account',
        '/user/forgot-password',
      ];
      await expectGoodPages(paths, id, min);
      await open('/form?step=1');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('alert').getByRole('link').first().waitFor();
      await expectLargeTargets(page, min);
    });

    test('for admins', async () => {
      await openAsAdmin(page, site);
      const { id } = await site.owner.submit({});
      await expectGoodPages(
        [...adminPaths, `/adminDashboard/review?listing=${id}`, '/account'],
        publicId,
        min,
      );
    });
  });

  test('of admins show on a phone where one is in the row of links', async () => {
    await replaceVisitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await openAsAdmin(page, site);
    const links = page.getByRole('navigation', { name: 'Admin' });
    for (const path of ['/adminDashboard', '/adminDashboard/reports', '/business-list']) {
      await page.goto(site.url + path);
      const { x = -1, width = 0 } =
        (await links.locator('[aria-current=page]').boundingBox()) ?? {};
      expect([path, x >= 0 && x + width <= 360]).toEqual([path, true]);
    }
    const { height = Infinity } = (await links.boundingBox()) ?? {};
    expect(height).toBeLessThan(120);
  });

  test('of admins do not scroll horizontally at 360 px with text of 200%', async () => {
    await replaceVisitor({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await openAsAdmin(page, site);
    const { id } = await site.owner.submit({});
    for (const path of [...adminPaths, `/adminDashboard/review?listing=${id}`]) {
      await page.goto(site.url + path.replace(':id', publicId), { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectNoHorizontalScroll(page);
    }
  });
});
