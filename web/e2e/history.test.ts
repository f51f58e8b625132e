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
import { openAsAdmin, openAsNewOwner } from './users.ts';

describe.skipIf(hasNoBrowser)('the history of a listing in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_WRITE: '0', RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

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

  test('the status of a compared version is not stretched beside a longer one', async () => {
    const id = await publishAndEdit('Warung Lencana');
    await openAsAdmin(page, site);
    await open(`/adminDashboard/history/${id}?compare=0..1`);
    const versions = page.getByRole('heading', { name: /^Event \d/, level: 3 }).locator('..');
    const badges = versions.locator('> span');
    const heights = () =>
      badges.evaluateAll((all) => all.map((badge) => badge.getBoundingClientRect().height));
    await expect.poll(() => badges.allTextContents()).toEqual(['Pending', 'Approved']);
    for (const width of [800, 900, 1000, 1100, 1200, 1300]) {
      await page.setViewportSize({ width, height: 900 });
      const [pending, approved] = await heights();
      expect([width, approved]).toEqual([width, pending]);
    }
  });

  test('an admin restores an earlier version, which then waits for review', async () => {
    const name = 'Warung Pulih';
    const id = await publishAndEdit(name);
    await openAsAdmin(page, site);
    await open(`/adminDashboard/history/${id}?at=0`);
    await page.getByRole('button', { name: 'Restore this version' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('The pin moved by 111 m.').waitFor();
    await dialog.getByText(/will wait for review/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText(`Restored the earlier version of ${name}.`).waitFor();
    await page.getByText('Restored the version after event 0.').waitFor();
    await page.getByText('History intact: 4 of 4 events verified.').waitFor();
    expect(await site.owner.get(`/api/businesses/${id}`)).toMatchObject({
      status: 'pending',
      phone: '012-3456789',
      latitude: 3.1645,
    });
    await expectNoProblems();
  });

  test('an owner restores an approved version, which then waits for review', async () => {
    const owner = await openAsNewOwner(page, site, 'pulih@example.org');
    const { id } = await owner.client.submit({ businessName: 'Warung Asal' });
    const decide = (status: string) => site.admin.send('PUT', `/api/businesses/${id}`, { status });
    await decide('approved');
    await owner.client.send('PUT', `/api/businesses/update/${id}`, { businessName: 'Warung Lain' });
    await decide('approved');
    await page.setViewportSize({ width: 360, height: 800 });
    await open(`/my-businesses/${id}`);
    await page.getByRole('button', { name: /^Restore this version of / }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('This will change: Business name.').waitFor();
    await dialog.getByText(/will be hidden from visitors until/).waitFor();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await dialog.getByRole('button', { name: 'Restore and submit' }).click();
    await page.getByText('Restored. Your business is waiting for review.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Warung Asal' }).waitFor();
    await page.getByText('An earlier version was restored.').waitFor();
    expect(await owner.client.get(`/api/businesses/${id}`)).toMatchObject({
      status: 'pending',
      businessName: 'Warung Asal',
    });
    expect((await fetch(`${site.url}/api/businesses/${id}`)).status).toBe(404);
    await expectNoProblems();
  });

  test('the directory as of today leads to a page as visitors saw it', async () => {
    const name = 'Warung Tarikh';
    await publishListing(site, { businessName: name });
    await openAsAdmin(page, site);
    await open('/adminDashboard');
    await page.getByRole('link', { name: 'As of a date' }).click();
    await page.getByText(/listings at the end of/).waitFor();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByText(/^This is the page as visitors saw it on/).waitFor();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect((await fetch(page.url())).headers.get('X-Robots-Tag')).toBe('noindex');
    await expectNoProblems();
  });
});
