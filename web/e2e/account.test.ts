import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { codeOf, logInNewOwner, ownerPassword } from '../../api/e2e/client.ts';
import { expectAccessible, expectNoHorizontalScroll } from './accessibility.ts';
import { hasNoBrowser, open, page, setUpFixture, site } from './fixture.ts';
import { setTextSize } from './page-audit.ts';
import { fillAdminLogin, logInAsAdmin, openAsNewOwner } from './users.ts';

describe.skipIf(hasNoBrowser)('the account page', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

  const field = (label: string) => page.getByLabel(label, { exact: true });

  test('an owner changes the password, logs out everywhere and logs in with the new one', async () => {
    const email = 'tukar@example.org';
    const another = 'roti canai garing';
    const { id, client } = await openAsNewOwner(page, site, email);
    const summary = () => client.get(`/api/businesses/summary/${id}`);
    await summary();
    await open('/user/dashboard');
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoHorizontalScroll(page);

    await field('Current password').fill(ownerPassword);
    await field('New password').fill('password1');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').getByText('This password is one of the most common.').waitFor();
    await expectAccessible(page);
    await field('New password').fill(another);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    // With the token from before.
    await expect(summary()).rejects.toThrow('401');

    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.waitForURL(`${site.url}/`);
    const notice = page.getByText('All your sessions have ended.');
    await expectAccessible(page);
    const colourOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color);
    // That of an error is another.
    expect(await colourOf(notice)).toBe(await colourOf(page.locator('body')));
    await open('/user/userlogin');
    await field('Email').fill(email);
    await field('Password').fill(another);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL(`${site.url}/user/dashboard`);
  });

  test('a button that leads to deletion has the colour of the one that deletes', async () => {
    await openAsNewOwner(page, site, 'padam@example.org');
    await open('/account');
    const colourOf = (button: Locator) =>
      button.evaluate((element) => getComputedStyle(element).backgroundColor);
    const erase = page.getByRole('button', { name: 'Delete my account' });
    const colour = await colourOf(erase);
    expect(colour).not.toBe(await colourOf(page.getByRole('button', { name: 'Change password' })));
    await field('Your password').fill(ownerPassword);
    await erase.click();
    await page.mouse.move(0, 0);
    const confirm = page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Delete my account' });
    await expect.poll(() => colourOf(confirm)).toBe(colour);
  });

  test('the headings break no word on a phone with text of 200 %', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAsNewOwner(page, site, 'besar@example.org');
    await open('/account');
    const title = page.getByRole('heading', { name: 'Log out everywhere' });
    await title.waitFor();
    await setTextSize('200%');
    const lines = await title.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getClientRects().length;
    });
    expect(lines).toBe(2);
  });

  test('a long email address does not make the login page of an owner scroll on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const email = 'nurulsyazwanibintiabdulrahman@pejabatkebudayaan.example.org';
    await openAsNewOwner(page, site, email);
    await open('/user/userlogin');
    await page.getByText(email).waitFor();
    await expectNoHorizontalScroll(page);
  });

  test('an admin sets up two-step log-in, and logs in with a code', async () => {
    const login = await site.addAdmin('bendahari');
    await logInAsAdmin(page, site, login);
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('button', { name: 'Set up two-step log-in' }).click();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await field('Code from the app').fill(codeOf(secret));
    await field('Your password').fill(login.password);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Save these recovery codes').waitFor();
    await page.evaluate(() => {
      window.history.back();
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();

    await page.evaluate(() => {
      localStorage.clear();
    });
    await open('/admin');
    await fillAdminLogin(page, login);
    await page.getByRole('button', { name: 'Login' }).click();
    await field('Code').fill(codeOf(secret, 'next'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(`${site.url}/adminDashboard`);
  });

  test('an owner changes the name, and is greeted by the new one', async () => {
    await openAsNewOwner(page, site, 'nama@example.org');
    await page.setViewportSize({ width: 360, height: 740 });
    await open('/account');
    await field('Full name').fill(' ');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByRole('alert').getByText('Enter your full name.').waitFor();
    await expectAccessible(page);
    await field('Full name').fill('Siti binti Osman');
    await field('Full name').press('Enter');
    await page.getByText('Details saved.').waitFor();
    await expectNoHorizontalScroll(page);
    await open('/user/dashboard');
    await page.getByText('Welcome, Siti binti Osman').waitFor();
    await open('/account');
    await expect.poll(() => field('Full name').inputValue()).toBe('Siti binti Osman');
  });

  test('an owner changes the email address by the link of a mail', async () => {
    const wanted = 'baharu@example.org';
    await openAsNewOwner(page, site, 'alamat@example.org');
    await open('/account');
    await page.getByText('Change your email address').click();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await field('New email address').fill(wanted);
    await field('Password of your account').fill(ownerPassword);
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByText('This site cannot send email yet').waitFor();
    await page.goto(await linkInMail('/verify-email#', wanted));
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.getByText('Your email address is confirmed.').waitFor();
    await open('/user/dashboard');
    await page.getByText(wanted).waitFor();
    await open('/account');
    await page.getByText(`${wanted} is confirmed.`).waitFor();
  });

  test('an owner who forgot the password chooses another one by the link of a mail', async () => {
    const email = 'lupa@example.org';
    const another = 'teh tarik panas';
    await logInNewOwner(site.url, email);
    await open('/user/userlogin');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();
    await field('Email').fill(email);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('This site cannot send email yet').waitFor();
    await page.goto(await linkInMail('/reset-password#', email));
    await field('New password').fill(another);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await field('Email').fill(email);
    await field('Password').fill(another);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL(`${site.url}/user/dashboard`);
  });
});

/** Waits for a mail to this address with such a link in the outbox of the program. */
function linkInMail(path: string, to: string): Promise<string> {
  const folder = join(site.dataDir, 'outbox');
  const link = new RegExp(`${site.url}${path}[\\w.-]+`);
  const find = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .map((name) => readFileSync(join(folder, name), 'utf8').replace(/=\r\n/g, ''))
      .filter((message) => message.includes(`\nTo: ${to}\r`))
      .flatMap((message) => link.exec(message) ?? [])
      .at(0);
  return vi.waitUntil(find, { timeout: 20_000 });
}
