import { beforeAll, describe, expect, test } from 'vitest';
import { adminPaths, ownerPaths } from '../src/app/area-paths.ts';
import { expectLargeTargets, expectNoHorizontalScroll, minHeights } from './accessibility.ts';
import { expectNoShift, recordLayoutShifts } from './layout-shifts.ts';
import { hasNoBrowser, page, replaceVisitor, setUpFixture, site } from './fixture.ts';
import { publishListing } from './site.ts';
import { openAsAdmin, openAsNewOwner } from './users.ts';

describe.skipIf(hasNoBrowser)('the pages of owners and admins in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

  let publicId: string;
  beforeAll(async () => {
    publicId = await publishListing(site, {});
  });

  const expectCalm = async (paths: readonly string[], id: string) => {
    await recordLayoutShifts(page);
    for (const path of paths) {
      const address = path.replace(':id', id);
      const response = await page.goto(site.url + address, { waitUntil: 'networkidle' });
      expect([path, response?.status()]).toEqual([path, 200]);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Core Web Vitals call less than 0.1 good.
      await expectNoShift(page, path, 0.1);
    }
  };

  test('of owners have controls that are large enough for fingers', async () => {
    await replaceVisitor({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const owner = await openAsNewOwner(page, site, 'jari@example.org');
    const { id } = await owner.client.submit({});
    const sections = ['businesses', 'analytics'].map((name) => `/user/dashboard?section=${name}`);
    for (const path of [...sections, '/form?step=2', `/my-businesses/${id}`, '/account']) {
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectLargeTargets(page);
    }
  });

  test.each([
    ['fingers on a phone', minHeights.touch, { width: 360, height: 740 }],
    ['fingers on a tablet', minHeights.touch, { width: 800, height: 1100 }],
    ['a mouse', minHeights.mouse, { width: 1440, height: 900 }],
  ])('of admins have controls that are large enough for %s', async (_name, min, viewport) => {
    const isMobile = min === minHeights.touch;
    await replaceVisitor({ viewport, hasTouch: isMobile, isMobile });
    await openAsAdmin(page, site);
    const { id } = await site.owner.submit({});
    const paths = adminPaths.map((path) => path.replace(':id', publicId));
    for (const path of [...paths, `/adminDashboard/review?listing=${id}`, '/account']) {
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectLargeTargets(page, min);
      await expectNoHorizontalScroll(page);
    }
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

  test.each([360, 768, 1440])('are answered 200, and do not jump at %i px', async (width) => {
    await replaceVisitor({ viewport: { width, height: 900 } });
    const owner = await openAsNewOwner(page, site, `tenang${width}@example.org`);
    const { id } = await owner.client.submit({});
    await expectCalm([...ownerPaths, '/account', '/user/forgot-password'], id);
    await openAsAdmin(page, site);
    await expectCalm(adminPaths, publicId);
  });
});
