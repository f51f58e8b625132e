import { describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { fillAdminLogin, logInAsAdmin } from './users.ts';
import { adminLogin } from './seeded-folder.ts';
import { publishListing } from './site.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  open,
  setUpFixture,
  page,
  site,
  visitor,
} from './fixture.ts';

describe.skipIf(hasNoBrowser)('the admin pages in a browser', () => {
  setUpFixture({
    env: { RATE_LIMIT_WRITE: '0', RATE_LIMIT_LOGIN: '0' },
    visitor: { viewport: { width: 1440, height: 900 } },
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (name: string) =>
    page.locator('dialog').getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const statusOf = async (path: string) => (await fetch(site.url + path)).status;

  const noDialog = () => expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  /** Opens the dialog of a decision on the row of a business. */
  async function choose(name: string, decision: 'approve' | 'reject') {
    const select = page.getByLabel(`Change Status of ${name}`);
    await select.focus();
    await select.selectOption(decision);
  }

  test('/admin shows the specified message for a wrong password and keeps the username', async () => {
    await open('/admin');
    await fillAdminLogin(page, { ...adminLogin, password: 'not the password' });
    await button('Login').click();
    await page.getByText('Invalid username or password. Please try again.').waitFor();
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(adminLogin.username);
    expect(new URL(page.url()).pathname).toBe('/admin');
    await expectAccessible(page);
    expect(visitor.problems.filter((problem) => /policy/i.test(problem))).toEqual([]);
  });

  test.each(['/adminDashboard', '/business-list', '/adminDashboard/review'])(
    '%s redirects visitors to the admin login and back',
    async (path) => {
      await open(path);
      await page.waitForURL(`${site.url}/admin?next=${encodeURIComponent(path)}`);
      await page.getByText('Login to continue').waitFor();
      await expectNoProblems();
      await fillAdminLogin(page, adminLogin);
      await button('Login').click();
      await page.waitForURL(`${site.url}${path}`);
    },
  );

  test('an expired token leads to the login, which says so, and back to the page', async () => {
    await logInAsAdmin(page, site);
    await page.evaluate(() => {
      localStorage.setItem('token', 'expired');
    });
    await open('/business-list?status=pending');
    await page.getByText('Session expired', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('role'))).toBeNull();
    await fillAdminLogin(page, adminLogin);
    await button('Login').click();
    await page.waitForURL(`${site.url}/business-list?status=pending`);
  });

  test('the list is printed with the names of its columns on each page', async () => {
    await logInAsAdmin(page, site);
    await open('/business-list');
    await page.getByRole('columnheader', { name: 'Phone' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    // The browser repeats the texts of a table's head, and not its buttons.
    const sort = page.locator('th').getByText('Phone', { exact: true });
    const box = () => sort.evaluate((name) => getComputedStyle(name).display);
    await expect.poll(box).toBe('contents');
  });

  test('an admin approves, undoes, rejects, deletes and restores a business', async () => {
    const name = 'Kedai Ujian Pentadbir';
    const { id } = await site.owner.submit({ businessName: name });
    await logInAsAdmin(page, site);
    await page.getByRole('link', { name: 'View Business List' }).first().click();
    await page.waitForURL(`${site.url}/business-list`);
    await page.getByLabel('Business name').fill(name);
    await page.getByRole('rowheader', { name }).waitFor();
    await expect.poll(() => page.getByRole('columnheader').count()).toBe(18);

    await choose(name, 'approve');
    expect(await statusOf(`/api/businesses/${id}`)).toBe(404);
    await inDialog('Approve').click();
    await page.getByText(`Approved ${name}.`).waitFor();
    await expect.poll(() => statusOf(`/api/businesses/${id}`)).toBe(200);
    await page.getByRole('cell', { name: /^Approved / }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);

    await button('Undo').click();
    await page.getByText(`${name} is waiting for review again.`).waitFor();
    await expect.poll(() => statusOf(`/api/businesses/${id}`)).toBe(404);

    await choose(name, 'reject');
    await page.getByRole('radio', { name: 'Photo unsuitable' }).check();
    await page.getByLabel('Message to the owner').fill('It shows another shop.');
    await page.locator('dialog figure').getByText('It shows another shop.').waitFor();
    await inDialog('Reject').click();
    await page.getByText(`Rejected ${name}.`).waitFor();
    const rejected = await site.owner.get(`/api/businesses/${id}`);
    expect(rejected).toMatchObject({
      status: 'rejected',
      rejectionReason: { code: 'photo', text: 'It shows another shop.' },
    });

    await button(`Delete ${name}`).click();
    await page.getByText('Are you sure you want to delete this business?').waitFor();
    await expect
      .poll(() => inDialog('Cancel').evaluate((cancel) => cancel === document.activeElement))
      .toBe(true);
    await inDialog('Delete').click();
    await page.getByText('Business deleted successfully!').waitFor();
    await inDialog('Close').click();
    await page.getByText('No matching businesses').waitFor();

    await open('/adminDashboard/deleted');
    await button(`Restore ${name}`).click();
    await page.getByText(`Restored ${name}.`).waitFor();
    await open(`/adminDashboard/history/${id}`);
    await page.getByText('History intact: 6 of 6 events verified.').waitFor();
    await page.getByText('Photo unsuitable: It shows another shop.').waitFor();
    await expectNoProblems();
  });

  test('the review queue shows changed fields and decides by single keys', async () => {
    const name = 'Warung Giliran';
    const id = await publishListing(site, { businessName: name });
    const edit = { phone: '013-9876543' };
    await site.owner.send('PUT', `/api/businesses/update/${id}`, edit);
    await logInAsAdmin(page, site);
    await open(`/adminDashboard/review?listing=${id}`);
    await heading(name).waitFor();
    await page.getByText('1 field changed since approval.').waitFor();
    await page.getByRole('row', { name: 'Phone 012-3456789 013-9876543' }).waitFor();

    await page.keyboard.press('r');
    await heading(`Reject ${name}`).waitFor();
    await page.keyboard.press('Escape');
    await noDialog();
    await page.keyboard.press('a');
    await page.getByText(`Approved ${name}.`).waitFor();
    expect(await statusOf(`/api/businesses/${id}`)).toBe(200);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await button('Undo').click();
    await heading(name).waitFor();
    await expectNoProblems();
  });

  test('approving a business that another admin has rejected is refused', async () => {
    const name = 'Kedai Dua Pentadbir';
    const { id } = await site.owner.submit({ businessName: name });
    await logInAsAdmin(page, site);
    await open(`/business-list?status=pending&q=${encodeURIComponent(name)}`);
    await page.getByRole('rowheader', { name }).waitFor();
    await site.admin.send('PUT', `/api/businesses/${id}`, { status: 'rejected' });
    await choose(name, 'approve');
    await inDialog('Approve').click();
    await page.getByText(`Couldn't approve ${name}.`, { exact: false }).waitFor();
    await page.getByText('No matching businesses').waitFor();
    expect(await statusOf(`/api/businesses/${id}`)).toBe(404);
  });

  test('Logout removes the session', async () => {
    await logInAsAdmin(page, site);
    await open('/business-list');
    await button('Logout').click();
    await page.waitForURL(`${site.url}/admin`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await expectNoProblems();
  });
});
