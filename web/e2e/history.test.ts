import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoHorizontalScroll } from './accessibility.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  open,
  openVisitor,
  page,
  setUpFixture,
  site,
} from './fixture.ts';
import { publishListing } from './site.ts';
import { openAsAdmin } from './users.ts';

describe.skipIf(hasNoBrowser)('the history of a listing in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_WRITE: '0', RATE_LIMIT_LOGIN: '0' } });

  /** Submitted, approved, edited. */
  async function publishAndEdit(businessName: string): Promise<string> {
    const id = await publishListing(site, { businessName });
    const edit = { phone: '013-7654321', latitude: 3.1655, longitude: 101.7045 };
    await site.owner.send('PUT', `/api/businesses/update/${id}`, edit);
    return id;
  }

  test('two versions are compared by keyboard, and the address can be shared', async () => {
    const id = await publishAndEdit('Warung Banding');
    await openAsAdmin(page, site);
    await open(`/adminDashboard/history/${id}`);
    await page.getByLabel('From', { exact: true }).focus();
    // To the oldest, past the one between.
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('2 fields differ.').waitFor();
    await page.getByText('The pin moved by 111 m.').waitFor();
    const { search } = new URL(page.url());
    expect(new URLSearchParams(search).get('compare')).toBe('0..2');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Compare versions');

    const other = await openVisitor({ viewport: { width: 360, height: 800 } });
    await openAsAdmin(other.page, site);
    await open(`/adminDashboard/history/${id}${search}`, other.page);
    await other.page.getByText('The pin moved by 111 m.').waitFor();
    await expectNoHorizontalScroll(other.page);
    await expectAccessible(other.page);
    await expectNoProblems();
  });
});
