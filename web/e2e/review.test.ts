import type { HistoryResponse } from '@directory/api/contracts';
import { describe, expect, test } from 'vitest';
import { client, logInAdmin } from '../../api/e2e/client.ts';
import { expectAccessible, expectFocusSeen } from './accessibility.ts';
import { logInAsAdmin } from './users.ts';
import { adminLogin } from './seeded-folder.ts';
import { publishListing } from './site.ts';
import { hasNoBrowser, openVisitor, open, setUpFixture, page, site, visitor } from './fixture.ts';

const viewport = { width: 1440, height: 900 };

describe.skipIf(hasNoBrowser)('the review in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_WRITE: '0', RATE_LIMIT_LOGIN: '0' }, visitor: { viewport } });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const statusOf = async (id: string) => (await fetch(`${site.url}/api/businesses/${id}`)).status;

  /** What happened to a listing, and who did it. */
  const historyOf = async (id: string) => {
    const { entries } = (await site.admin.get(`/api/businesses/${id}/history`)) as HistoryResponse;
    return entries.map(({ type, actor }) => [type, actor.name]);
  };

  /** What was public and was edited comes first in the queue, in the order of the edits. */
  async function editedListings(names: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const businessName of names) {
      const id = await publishListing(site, { businessName });
      await site.owner.send('PUT', `/api/businesses/update/${id}`, { synopsis: 'Changed' });
      ids.push(id);
    }
    return ids;
  }

  const expectDecidable = async (name: string) => {
    await heading(name).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor();
  };

  const expectPageAccessible = () => expectAccessible(page);

  test('an admin reviews three businesses by keyboard alone', async () => {
    const names = ['Papan Kekunci Satu', 'Papan Kekunci Dua', 'Papan Kekunci Tiga'];
    const [first = '', second = '', third = ''] = await editedListings(names);
    await logInAsAdmin(page, site);
    await open(`/adminDashboard/review?listing=${first}`);
    await expectDecidable('Papan Kekunci Satu');
    await page.keyboard.press('a');
    await page.getByText('Approved Papan Kekunci Satu.').waitFor();
    await expectDecidable('Papan Kekunci Dua');

    await page.keyboard.press('r');
    await heading('Reject Papan Kekunci Dua').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('radio', { name: 'Missing or wrong contact', checked: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Nobody answers.');
    await page.locator('dialog figure').getByText('Nobody answers.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Rejected Papan Kekunci Dua.').waitFor();
    await expectDecidable('Papan Kekunci Tiga');

    await page.keyboard.press('a');
    await page.getByText('Approved Papan Kekunci Tiga.').waitFor();
    await expect
      .poll(() => Promise.all([first, second, third].map(statusOf)))
      .toEqual([200, 404, 200]);
    expect(await site.owner.get(`/api/businesses/${second}`)).toMatchObject({
      rejectionReason: { code: 'contact', text: 'Nobody answers.' },
    });

    await button('Undo').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Papan Kekunci Tiga is waiting for review again.').waitFor();
    await expect.poll(() => statusOf(third)).toBe(404);
    expect(visitor.problems).toEqual([]);
  });

  test('a bulk approval reports the business that changed meanwhile', async () => {
    const names = ['Bersama Satu', 'Bersama Dua', 'Bersama Tiga'];
    const [first = '', second = '', third = ''] = await editedListings(names);
    await logInAsAdmin(page, site);
    await open('/adminDashboard/review');
    for (const name of names) await page.getByLabel(`Select ${name}`).check();
    const header = page.getByRole('checkbox', { name: '3 selected' });
    await expect.poll(() => header.evaluate((box) => box.matches(':indeterminate'))).toBe(true);
    await site.owner.send('PUT', `/api/businesses/update/${second}`, { synopsis: 'And again' });
    await button('Approve selected').click();
    await page.locator('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('2 approved, 1 skipped (changed in the meantime)').waitFor();
    await expect
      .poll(() => Promise.all([first, second, third].map(statusOf)))
      .toEqual([200, 404, 200]);
  });

  test('a bulk rejection on a phone leaves the focus on the page, as its button is gone', async () => {
    await editedListings(['Telefon Bersama']);
    await logInAsAdmin(page, site);
    await page.setViewportSize({ width: 360, height: 740 });
    await open('/adminDashboard/review');
    await page.getByLabel('Select Telefon Bersama').check();
    await button('Reject selected').click();
    await page.getByRole('radio', { name: 'Duplicate' }).check();
    await page.locator('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByText('1 rejected').waitFor();
    await page.locator('main:focus').waitFor();
  });

  test('Approve and Reject stay in view on a phone', async () => {
    const [id = ''] = await editedListings(['Warung Telefon']);
    await logInAsAdmin(page, site);
    await page.setViewportSize({ width: 360, height: 740 });
    await open(`/adminDashboard/review?listing=${id}`);
    const end = page.getByRole('link', { name: 'Full history' });
    // Again, as what is above it comes later.
    const scrollToEnd = async () => {
      await end.scrollIntoViewIfNeeded();
      return page.evaluate(() => window.scrollY);
    };
    await expect.poll(scrollToEnd).toBeGreaterThan(740);
    const top = (element: Element) => element.getBoundingClientRect().top;
    for (const name of ['Approve', 'Reject']) {
      const distance = await button(name).evaluate(top);
      expect(distance).toBeGreaterThanOrEqual(0);
      expect(distance).toBeLessThan(100);
    }
  });

  test('the map shows the previous pin and how far it moved, beside its buttons', async () => {
    const name = 'Kedai Pindah';
    const id = await publishListing(site, { businessName: name });
    const pin = { latitude: '3.1660', longitude: '101.6570' };
    await site.owner.send('PUT', `/api/businesses/update/${id}`, pin);
    await logInAsAdmin(page, site);
    await open(`/adminDashboard/review?listing=${id}`);
    await page.getByText(/^The pin moved by [\d,]+ m\.$/).waitFor();
    await heading('Location on the map').scrollIntoViewIfNeeded();
    await page.getByTitle('Earlier location').waitFor();
    const pinLeft = await page
      .getByTitle(name, { exact: true })
      .evaluate((element) => element.getBoundingClientRect().left);
    const buttonRight = await button('Zoom in').evaluate(
      (element) => element.getBoundingClientRect().right,
    );
    expect(pinLeft).toBeGreaterThan(buttonRight);
    await expectPageAccessible();
    expect(visitor.externalRequests).toEqual([]);
  });

  test('two windows of one admin show no other reviewer', async () => {
    const name = 'Kedai Dua Tetingkap';
    const { id } = await site.owner.submit({ businessName: name });
    const sameAdmin = client(site.url, await logInAdmin(site.url, adminLogin));
    await sameAdmin.send('POST', `/api/businesses/${id}/opening`, {});
    await logInAsAdmin(page, site);
    await open(`/adminDashboard/review?listing=${id}`);
    await heading(name).waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.getByText('Another admin').count()).toBe(0);
  });

  test('of two admins with the same business open, the second decision is refused', async () => {
    // Of its own for every run, as a failed test is run once more.
    const run = String(Date.now());
    const name = `Kedai Dua Penghulu ${run}`;
    const { id } = await site.owner.submit({ businessName: name });
    const deputy = await site.addAdmin(`timbalan-${run}`);
    const { page: other } = await openVisitor({ viewport });
    await logInAsAdmin(page, site);
    await logInAsAdmin(other, site, deputy);
    for (const window of [page, other]) {
      await open(`/adminDashboard/review?listing=${id}`, window);
      await window.getByRole('heading', { name, exact: true }).waitFor();
    }
    await other.getByText(/^Another admin, penghulu, opened this/).waitFor();
    await other.getByRole('button', { name: 'Reject', exact: true }).click();
    await other.getByRole('radio', { name: 'Photo unsuitable' }).check();

    await button('Approve').click();
    await page.getByText(`Approved ${name}.`).waitFor();
    await other.locator('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await other
      .getByText(
        `Couldn't reject ${name}. Somebody has already made a different decision on this business.`,
      )
      .waitFor();
    await other.locator('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await other.getByText(/^This listing is no longer waiting for review/).waitFor();
    for (const action of ['Approve', 'Reject', 'Retry']) {
      const offered = other.getByRole('button', { name: action, exact: true });
      await expect.poll(() => offered.count(), { message: action }).toBe(0);
    }
    await expect.poll(() => statusOf(id)).toBe(200);
    expect(await historyOf(id)).toEqual([
      ['BusinessSubmitted', 'Siti binti Osman'],
      ['BusinessApproved', 'penghulu'],
    ]);
  });

  /** Aborts all calls; then only loses the responses to decisions; then restores the network. */
  async function cutNetwork() {
    const calls = '**/api/**';
    const lost: string[] = [];
    await page.route(calls, (route) => route.abort());
    return {
      lost,
      loseResponses: async () => {
        await page.unroute(calls);
        await page.route('**/api/businesses/*', async (route) => {
          if (route.request().method() !== 'PUT') return route.fallback();
          await route.fetch();
          lost.push(route.request().url());
          return route.abort();
        });
      },
      restore: () => page.unrouteAll(),
    };
  }

  test.each([
    ['approve', 'Approve', 'Approved'],
    ['reject', 'Reject', 'Rejected'],
  ] as const)(
    'without a network %s fails and changes nothing, and a retry decides once',
    async (decision, label, status) => {
      const name = `Kedai Talian ${status}`;
      const { id } = await site.owner.submit({ businessName: name });
      await logInAsAdmin(page, site);
      await open(`/business-list?q=${encodeURIComponent(name)}`);
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
      const failed = page.getByText(`Couldn't ${decision} ${name}.`);
      const dialog = page.locator('dialog');
      // The dialog of a failed rejection stays open.
      const retry =
        decision === 'reject'
          ? dialog.getByRole('button', { name: label, exact: true })
          : failed.locator('..').getByRole('button', { name: 'Retry' });
      await page.getByLabel(`Change Status of ${name}`).selectOption(decision);
      if (decision === 'reject') await dialog.getByLabel('Photo unsuitable').check();

      const network = await cutNetwork();
      await dialog.getByRole('button', { name: label, exact: true }).click();
      await failed.waitFor();
      await row.getByText('Pending', { exact: true }).waitFor();
      expect(await historyOf(id)).toEqual([['BusinessSubmitted', 'Siti binti Osman']]);

      await network.loseResponses();
      await retry.click();
      await expect.poll(() => network.lost.length).toBe(1);
      await row.getByText(status, { exact: true }).waitFor();

      await network.restore();
      await retry.click();
      await page.getByText(`${status} ${name}.`).waitFor();
      expect(await historyOf(id)).toEqual([
        ['BusinessSubmitted', 'Siti binti Osman'],
        [`Business${status}`, 'penghulu'],
      ]);
    },
  );

  test('the outcome of a decision covers nothing that takes the focus on a phone', async () => {
    const [first = ''] = await editedListings(['Telefon Kecil Satu', 'Telefon Kecil Dua']);
    await page.setViewportSize({ width: 320, height: 568 });
    await logInAsAdmin(page, site);
    await open(`/adminDashboard/review?listing=${first}`);
    await expectDecidable('Telefon Kecil Satu');
    await page.keyboard.press('a');
    await button('Dismiss').waitFor();
    await expectDecidable('Telefon Kecil Dua');
    // Where Tab leaves what was partly in sight.
    const history = page.getByRole('link', { name: 'Full history' });
    await history.focus();
    await history.evaluate((link) => link.scrollIntoView({ block: 'end' }));
    await expectFocusSeen(page);
  });
});
