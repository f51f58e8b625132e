import type { OwnBusinessDetailResponse } from '@directory/api/contracts';
import type { Page } from 'playwright-core';
import { ownerPassword } from '../../api/e2e/client.ts';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  open,
  setUpFixture,
  page,
  site,
  visitor,
} from './fixture.ts';

/** Each test continues where the one before ended. */
describe.skipIf(hasNoBrowser)('an owner in a browser', () => {
  setUpFixture({ sharedPage: true, prepare });

  let id: string;
  const email = 'mak.teh@example.org';

  async function prepare() {
    await page.route('**/api/geocode/search*', (route) =>
      route.fulfill({
        json: [{ lat: '3.1650', lon: '101.7050', display_name: 'Jalan Raja Alang' }],
      }),
    );
    await page.route('**/api/geocode/reverse*', (route) =>
      route.fulfill({ json: { display_name: '7, Jalan Daud, Kampung Baru' } }),
    );
  }

  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  const bottomOf = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((field) => {
      return Math.round(field.getBoundingClientRect().bottom);
    });
  const choose = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).selectOption(value);
  const atStep = (step: number) => page.getByText(`Step ${step} of 5`).waitFor();
  const next = async (step: number) => {
    await press('Next');
    await atStep(step);
  };
  const mine = async () =>
    (await site.admin.get(`/api/businesses/${id}`)) as OwnBusinessDetailResponse;
  const expectPageAccessible = () => expectAccessible(page);

  test('/form redirects a visitor to the login, who registers', async () => {
    await open('/form');
    await page.waitForURL(`${site.url}/user/userlogin?next=%2Fform`);
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor();
    await expectPageAccessible();
    await fill('Full name', 'Mak Teh binti Osman');
    await fill('IC number', '900101-14-5678');
    await fill('Phone', '012-3456789');
    await fill('Email', email);
    await fill('Password', ownerPassword);
    await fill('Confirm password', 'something else');
    await press('Register');
    await page.getByRole('alert').getByText('Passwords do not match!').first().waitFor();
    await expectPageAccessible();
    await fill('Confirm password', ownerPassword);
    await press('Register');
    await page.getByText('Account created. Log in to continue.').waitFor();
    await expect.poll(() => valueOf('Email')).toBe(email);
    await expectNoProblems();
  });

  test('a new owner logs in to the form that was asked for, and the dashboard is empty', async () => {
    await expectPageAccessible();
    await fill('Password', ownerPassword);
    await press('Login');
    await atStep(1);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard Overview' }).waitFor();
    await page.getByRole('link', { name: '0 Total Businesses' }).waitFor();
    await expectPageAccessible();
    await page.getByRole('link', { name: 'Add New Business' }).click();
    await atStep(1);
    await expectNoProblems();
  });

  test('step 1 lists missing fields and formats the phone', async () => {
    await expect.poll(() => valueOf('Email')).toBe(email);
    await press('Next');
    const summary = page.getByRole('alert');
    await summary.getByRole('link', { name: 'Enter a phone number.' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('phone');
    await expectPageAccessible();
    // Beside a field with a longer hint, and beside one without an error.
    expect(await bottomOf('Year started')).toBe(await bottomOf('Operating hours'));
    expect(await bottomOf('Email')).toBe(await bottomOf('Phone'));
    await fill('Business name', 'Warung Mak Teh');
    await fill('Phone', '(012) 345 6789');
    await expect.poll(() => valueOf('Phone')).toBe('012-3456789');
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace', '3'])
      await page.keyboard.press(key);
    await expect.poll(() => valueOf('Phone')).toBe('013-3456789');
    // Behind the hyphen, and over it.
    for (const key of ['ArrowRight', 'Backspace', '2']) await page.keyboard.press(key);
    await expect.poll(() => valueOf('Phone')).toBe('012-3456789');
    await choose('Operating hours', 'Pagi-Petang');
    await fill('Year started', '1998');
    await next(2);
    await expectNoProblems();
  });

  test('step 2 finds the address, and the pin moves by keys and not by typing', async () => {
    await page.locator('.leaflet-container').waitFor();
    await press('Next');
    const summary = page.getByRole('alert');
    await summary.getByText('Please select a location on the map.').waitFor();
    await expectPageAccessible();
    await fill('Address', 'Jalan Raja Alang');
    await expect.poll(() => valueOf('Latitude')).toBe('3.165000');
    await page.locator('.leaflet-marker-icon').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(() => valueOf('Latitude')).toBe('3.165898');
    await expect.poll(() => valueOf('Address')).toBe('7, Jalan Daud, Kampung Baru');
    await fill('Address', '9, Jalan Daud, Kampung Baru');
    await page.getByText("Address found. Your pin hasn't been moved.").waitFor();
    await expect.poll(() => valueOf('Latitude')).toBe('3.165898');
    await expect.poll(() => page.getByLabel('Sub-category').count()).toBe(0);
    await choose('Main category', 'Makanan & Minuman');
    await choose('Sub-category', 'Warung');
    await choose('Kampong', 'Kampung Masjid');
    await expectPageAccessible();
    await next(3);
    await expectNoProblems();
  });

  test('steps 3 and 4 take links, a synopsis and a photo, which is resized', async () => {
    await fill('Website (optional)', 'makteh.example');
    await next(4);
    await fill('Synopsis', 'Nasi lemak sejak 1998.');
    await page.getByLabel('Surau').check();
    await page
      .getByLabel('Photo')
      .setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('x') });
    await page.getByText("HEIC photos can't be used.").waitFor();
    await page.getByLabel('Photo').setInputFiles({
      name: 'warung.png',
      mimeType: 'image/png',
      buffer: await photograph(page),
    });
    await page.getByText('warung.jpg').waitFor();
    const preview = page.getByAltText('Photo preview');
    await expect
      .poll(() =>
        preview.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      )
      .toBe(1600);
    await expectPageAccessible();
    await next(5);
    await expectNoProblems();
  });

  test('step 5 survives a reload with its photo, and Show More expands it', async () => {
    await page.getByText(/Saved on this device at \d\d:\d\d/).waitFor();
    await page.reload();
    await atStep(5);
    await expect.poll(() => page.getByText('https://makteh.example').count()).toBe(0);
    await press('Show More');
    await page.getByText('https://makteh.example').waitFor();
    await expectPageAccessible();
    await press('Show Less');
    const thumbnail = page.getByRole('button', { name: 'Enlarge photo' });
    await thumbnail.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => thumbnail.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await press('Change: Basic details');
    await atStep(1);
    await fill('Business name', 'Warung Nasi Mak Teh');
    await press('Save and return to review');
    await atStep(5);
    await press(/^Edit$/);
    await atStep(1);
    for (const step of [2, 3, 4, 5]) await next(step);
    await expectNoProblems();
  });

  test('a submission repeated after a network failure is stored once', async () => {
    const keys: (string | undefined)[] = [];
    await page.route('**/api/businesses', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.fallback();
      // The worst moment: the server has stored it, and the response is lost.
      await route.fetch();
      return route.abort();
    });
    visitor.ignoreProblem(/net::ERR_FAILED|^The business could not be submitted: RequestFailed/);
    await press('Confirm & Submit');
    await page.getByText("We couldn't submit your business.").waitFor();
    await page.getByText('Warung Nasi Mak Teh').waitFor();
    await press('Confirm & Submit');
    await page.getByText('Data submitted successfully!').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Success' }).count()).toBe(1);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    await expectPageAccessible();
    await press('Close');
    await page.waitForURL(`${site.url}/user/dashboard`);
    await page.getByRole('link', { name: '1 Pending' }).waitFor();
    await page.getByRole('link', { name: '1 Total Businesses' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).sort()))
      .toEqual(['role', 'token', 'user']);
    await expectNoProblems();
  });

  test('the dashboard links to the business, which visitors see after its approval', async () => {
    await page.getByRole('link', { name: '1 Pending' }).click();
    await page.getByRole('heading', { level: 1, name: 'My Submitted Businesses' }).waitFor();
    await expectPageAccessible();
    await page.getByRole('link', { name: /View Details/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Warung Nasi Mak Teh' }).waitFor();
    id = page.url().split('/').at(-1) ?? '';
    await page.getByText('9, Jalan Daud, Kampung Baru').waitFor();
    await expectPageAccessible();
    const decided = await site.admin.send('PUT', `/api/businesses/${id}`, { status: 'approved' });
    expect(decided.ok).toBe(true);
    await open(`/places/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Warung Nasi Mak Teh' }).waitFor();
    await expectNoProblems();
  });

  test('an edit warns that the business will be hidden, and makes it pending', async () => {
    await open(`/my-businesses/${id}`);
    await press(/^Edit$/);
    const form = page.locator('form');
    const saveBar = form.getByRole('button', { name: 'Save' }).locator('..');
    const widthOf = (element: Element) => element.clientWidth;
    await expect.poll(() => saveBar.evaluate(widthOf)).toBe(await form.evaluate(widthOf));
    await page.setViewportSize({ width: 360, height: 740 });
    await fill('Synopsis', 'Nasi lemak dan lontong sejak 1998.');
    await expectPageAccessible();
    await press('Save');
    await page.getByText('Your listing will be hidden from visitors').waitFor();
    expect((await mine()).status).toBe('approved');
    await expectPageAccessible();
    await press('Save and submit');
    const saved = page.getByText('Saved. Your business is waiting for review.');
    await saved.waitFor();
    // Where the focus is, below a photo as wide as the phone.
    const isInView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    };
    await expect.poll(() => saved.evaluate(isInView)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByText('Changed: Synopsis').waitFor();
    expect(await mine()).toMatchObject({
      status: 'pending',
      synopsis: 'Nasi lemak dan lontong sejak 1998.',
    });
    const reason = { code: 'photo', text: 'Too green.' };
    await site.admin.send('PUT', `/api/businesses/${id}`, { status: 'rejected', reason });
    await open('/user/dashboard');
    await page.getByText('Photo unsuitable: Too green.').waitFor();
    await expectPageAccessible();
    await expectNoProblems();
  });

  test('an expired token leads to the login and back to the page', async () => {
    visitor.ignoreProblem(/status of 401|could not be loaded: RequestFailed/);
    await page.evaluate(() => {
      localStorage.setItem('token', 'no longer good');
    });
    await open('/my-analytics');
    await page.getByText('Session expired').waitFor();
    await fill('Email', email);
    await fill('Password', ownerPassword);
    await press('Login');
    await page.waitForURL(`${site.url}/my-analytics`);
    await page.getByRole('heading', { name: 'Busiest Time of Day' }).waitFor();
    await expect.poll(() => page.getByText('No views yet.').count()).toBe(2);
    await expectPageAccessible();
    await expectNoProblems();
  });

  test('Logout in one tab leads the other home', async () => {
    const other = await page.context().newPage();
    await open('/user/dashboard', other);
    await other.getByRole('navigation', { name: 'Dashboard' }).waitFor();
    await other
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('button', { name: 'Logout' })
      .click();
    await page.waitForURL(`${site.url}/`);
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    await expectNoProblems();
  });
});

/** Larger than what is sent; drawn by the browser, which has all that it takes. */
async function photograph(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 2400;
    canvas.height = 1800;
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#145a3c';
    context?.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}
