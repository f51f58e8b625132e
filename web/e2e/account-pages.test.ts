import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { logInNewOwner, ownerPassword } from '../../api/e2e/client.ts';
import { expectAccessible } from './accessibility.ts';
import {
  expectNoProblems,
  flushRequests,
  hasNoBrowser,
  open,
  page,
  replaceVisitor,
  setUpFixture,
  site,
} from './fixture.ts';
import { pauseRequests } from './pause-requests.ts';
import { openAsAdmin, openAsNewOwner } from './users.ts';

const scripts = '**/assets/*.js';

describe.skipIf(hasNoBrowser)('the pages to log in and to register, before their scripts', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

  const field = (label: string) => page.getByLabel(label, { exact: true });
  /** All but those for files of the page, of which the browser fetches the icon whenever it likes. */
  const recordRequests = () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      const isFile = /\/assets\/|\/icon\.svg$/.test(request.url());
      if (!isFile) sent.push(`${request.method()} ${request.url()}`);
    });
    return sent;
  };

  test.each([
    ['/user/userlogin', 'Login'],
    ['/user/register', 'Register'],
    ['/admin', 'Login'],
  ])('%s sends no password by a click or Enter', async (path, submit) => {
    await page.route(scripts, (route) => route.abort());
    await page.goto(site.url + path);
    await field('Password').fill('rahsia');
    const sent = recordRequests();
    await field('Password').press('Enter');
    await page.getByRole('button', { name: submit, exact: true }).click({ force: true });
    await flushRequests();
    expect(sent).toEqual([`GET ${site.url}/robots.txt`]);
    expect(page.url()).toBe(site.url + path);
    await expect.poll(() => field('Password').inputValue()).toBe('rahsia');
  });

  test('a login form that is submitted all the same puts no password in the address', async () => {
    await page.route(scripts, (route) => route.abort());
    await page.goto(`${site.url}/user/userlogin`);
    await field('Password').fill('rahsia');
    const sent = recordRequests();
    const answered = page.waitForResponse((response) => response.status() === 405);
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    await answered;
    expect(sent).toEqual([`POST ${site.url}/user/userlogin`]);
    expect(page.url()).toBe(`${site.url}/user/userlogin`);
  });

  test('without scripts, the login page shows that its form needs them', async () => {
    await replaceVisitor({ javaScriptEnabled: false });
    await page.goto(`${site.url}/user/userlogin`);
    const notice = page.locator('form noscript p');
    await expect.poll(() => notice.textContent()).toBe('This form needs JavaScript.');
    await expect.poll(() => notice.isVisible()).toBe(true);
    const button = page.getByRole('button', { name: 'Login', exact: true });
    await expect.poll(() => button.isDisabled()).toBe(true);
  });

  test('without scripts, a page of owners says at its top that it needs them', async () => {
    await replaceVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });
    await page.goto(`${site.url}/user/dashboard`);
    const notice = page.locator('noscript p');
    await expect.poll(() => notice.textContent()).toMatch(/^This page needs JavaScript\. /);
    await expect.poll(async () => (await notice.boundingBox())?.y).toBeLessThan(200);
  });

  test('a page of owners shows its header and that it is loading before its scripts run', async () => {
    const sendScripts = await pauseRequests(page, scripts);
    await page.goto(`${site.url}/user/dashboard`, { waitUntil: 'commit' });
    const brand = page.getByRole('banner').getByRole('link', { name: 'Kampong Bharu Directory' });
    await brand.waitFor();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    sendScripts();
    await page.waitForURL('**/user/userlogin?next=*');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => brand.count()).toBe(1);
    await expectNoProblems();
  });

  test('the login page offers to load again what failed to load', async () => {
    let fails = true;
    await page.route('**/assets/login-page*.js', (route) =>
      fails ? route.abort() : route.continue(),
    );
    await page.goto(`${site.url}/user/userlogin`);
    const reload = page.getByRole('button', { name: 'Try again' });
    await reload.waitFor();
    fails = false;
    await reload.click();
    await page.getByRole('button', { name: 'Login', exact: true, disabled: false }).waitFor();
  });

  test('what is typed in the login form is kept, and logs in', async () => {
    const email = 'awal@example.org';
    await logInNewOwner(site.url, email);
    const sendScripts = await pauseRequests(page, scripts);
    await page.goto(`${site.url}/user/userlogin?next=/account`, { waitUntil: 'commit' });
    await field('Email').fill(email);
    await field('Password').pressSequentially(ownerPassword);
    await expectAccessible(page);
    sendScripts();
    await page.getByRole('button', { name: 'Login', exact: true, disabled: false }).waitFor();
    await page.locator('input:focus[name="password"]').waitFor();
    await field('Password').press('Enter');
    await page.waitForURL(`${site.url}/account`);
    await expectNoProblems();
  });

  test.each([
    ['an Enter', () => field('Password').press('Enter')],
    [
      'a click',
      () => page.getByRole('button', { name: 'Login', exact: true }).click({ force: true }),
    ],
  ])('%s before the scripts logs in once they are there, in one request', async (what, submit) => {
    const email = `${what.replace(' ', '.')}@example.org`;
    await logInNewOwner(site.url, email);
    const sendScripts = await pauseRequests(page, scripts);
    await page.goto(`${site.url}/user/userlogin?next=/account`, { waitUntil: 'commit' });
    await field('Email').fill(email);
    await field('Password').fill(ownerPassword);
    const sent = recordRequests();
    await submit();
    await flushRequests();
    expect(sent).toEqual([`GET ${site.url}/robots.txt`]);
    sendScripts();
    await page.waitForURL(`${site.url}/account`);
    expect(sent.filter((request) => request.startsWith('POST'))).toEqual([
      `POST ${site.url}/api/user/login`,
    ]);
    await expectNoProblems();
  });

  test('what is typed after an early Enter is not sent with it', async () => {
    const sendScripts = await pauseRequests(page, scripts);
    await page.goto(`${site.url}/admin`, { waitUntil: 'commit' });
    await field('Username').press('Enter');
    await field('Username').pressSequentially('penghulu');
    const sent = recordRequests();
    sendScripts();
    await page.getByRole('button', { name: 'Login', exact: true, disabled: false }).waitFor();
    await flushRequests();
    expect(sent.filter((request) => request.startsWith('POST'))).toEqual([]);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('an early Enter in a registration with gaps shows what is missing', async () => {
    const sendScripts = await pauseRequests(page, scripts);
    await page.goto(`${site.url}/user/register`, { waitUntil: 'commit' });
    await field('Full name').fill('Siti binti Osman');
    await field('Full name').press('Enter');
    sendScripts();
    await page.getByRole('alert').getByRole('link').first().waitFor();
    await expect.poll(() => field('Full name').inputValue()).toBe('Siti binti Osman');
  });

  test('what is typed in the registration form is kept, and registers', async () => {
    const sendScripts = await pauseRequests(page, scripts);
    await page.goto(`${site.url}/user/register`, { waitUntil: 'commit' });
    await field('Full name').fill('Siti binti Osman');
    await field('IC number').fill('900101-14-5678');
    await field('Phone').fill('0123456789');
    await field('Email').fill('daftar@example.org');
    await field('Password').fill(ownerPassword);
    await field('Confirm password').fill(ownerPassword);
    sendScripts();
    await expect.poll(() => field('Phone').inputValue()).toBe('012-3456789');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Account created. Log in to continue.').waitFor();
    await expect.poll(() => field('Email').inputValue()).toBe('daftar@example.org');
    await page.reload();
    await expect.poll(() => field('Email').inputValue()).toBe('daftar@example.org');
    await expectNoProblems();
  });

  test('a logged-in owner is shown the way to the dashboard', async () => {
    await openAsNewOwner(page, site, 'masuk@example.org');
    for (const path of ['/user/userlogin', '/user/register']) {
      await open(path);
      await page.getByRole('link', { name: 'Go to my dashboard' }).waitFor();
      await expect.poll(() => page.locator('form').count()).toBe(0);
    }
    await expectNoProblems();
  });

  test.each([
    [820, 1180],
    [360, 1400],
  ])('the picture of a login page reaches the footer at %i x %i px', async (width, height) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${site.url}/reset-password`);
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
    const gap = async () => {
      const picture = await boxOf(page.locator('main svg').last());
      return (await boxOf(page.locator('footer'))).y - picture.y - picture.height;
    };
    await expect.poll(gap).toBeCloseTo(0);
  });

  test('a logged-in admin is redirected to the dashboard', async () => {
    await openAsAdmin(page, site);
    await page.goto(`${site.url}/admin`);
    await page.waitForURL(`${site.url}/adminDashboard`);
    await expectNoProblems();
  });
});
