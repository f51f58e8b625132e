import { fileURLToPath } from 'node:url';
import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pauseRequests } from './pause-requests.ts';
import { ownerPassword } from '../../api/e2e/client.ts';
import { openAsNewOwner, saveDraft, openPlainPage, type User } from './users.ts';
import { hasNoBrowser, open, setUpFixture, page, site } from './fixture.ts';

const photo = fileURLToPath(new URL('../../api/seed-data/photos/coffee-cup.jpg', import.meta.url));

describe.skipIf(hasNoBrowser)('owner journeys in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const atStep = (step: number, where = page) =>
    where.getByRole('heading', { name: `Step ${step} of 5` }).waitFor();
  const isFocused = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement);
  const businessesOf = async ({ id, client }: User) =>
    (await client.get(`/api/businesses/userbusinesses/${id}`)) as OwnBusinessResponse[];

  /** By the Tab key alone, as far as it takes. */
  async function tabTo(target: Locator) {
    await target.waitFor();
    for (let tabs = 0; tabs < 60; tabs++) {
      if (await isFocused(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key never comes to ${target.toString()}`);
  }
  const type = async (label: string, text: string) => {
    await tabTo(field(label));
    await page.keyboard.type(text);
  };
  const choose = async (label: string, value: string) => {
    await tabTo(field(label));
    for (let presses = 0; presses < 30; presses++) {
      if ((await field(label).inputValue()) === value) return;
      await page.keyboard.press('ArrowDown');
    }
    throw new Error(`the arrow keys never come to ${value}`);
  };
  /** Where the focus goes too, which the Tab key would otherwise lose again. */
  const movedTo = (step: number) =>
    expect
      .poll(() => isFocused(page.getByRole('heading', { name: `Step ${step} of 5` })))
      .toBe(true);
  const enter = async (target: Locator) => {
    await tabTo(target);
    await page.keyboard.press('Enter');
  };

  test('an owner registers and submits a business by keyboard alone', async () => {
    await open('/user/register');
    // Enter does nothing before the scripts are there.
    await expect.poll(() => page.getByRole('button', { name: 'Register' }).isEnabled()).toBe(true);
    await type('Full name', 'Mak Teh binti Osman');
    await type('IC number', '900101-14-5678');
    await type('Phone', '0123456789');
    await type('Email', 'papan.kekunci@example.org');
    await type('Password', ownerPassword);
    await type('Confirm password', ownerPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Account created. Log in to continue.').waitFor();
    await type('Password', ownerPassword);
    await page.keyboard.press('Enter');
    await enter(page.getByRole('link', { name: 'Add New Business' }));
    await atStep(1);
    await type('Business name', 'Warung Papan Kekunci');
    await type('Phone', '0123456789');
    await choose('Operating hours', 'Pagi-Petang');
    await type('Year started', '1998');
    await enter(button('Next'));
    await movedTo(2);
    await type('Address', '12, Jalan Raja Alang');
    await enter(button('Place a pin'));
    await expect.poll(() => field('Latitude').inputValue()).not.toBe('');
    const before = await field('Latitude').inputValue();
    // Without a geocoder the address of a pin cannot be read, which the given alert says.
    await enter(page.getByRole('alertdialog').getByRole('button', { name: 'Close' }));
    const pin = page.locator('.leaflet-marker-icon');
    await expect.poll(() => isFocused(pin)).toBe(true);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => field('Latitude').inputValue()).not.toBe(before);
    await enter(page.getByRole('alertdialog').getByRole('button', { name: 'Close' }));
    await choose('Main category', 'Makanan & Minuman');
    await choose('Sub-category', 'Warung');
    await choose('Kampong', 'Kampung Masjid');
    await enter(button('Next'));
    await movedTo(3);
    await enter(button('Next'));
    await movedTo(4);
    await type('Synopsis', 'Nasi lemak sejak 1998.');
    await tabTo(page.getByLabel('Surau'));
    await page.keyboard.press('Space');
    // Awaited before Tab is pressed, because the browser needs the chooser's handler in time.
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      enter(page.getByLabel('Photo')),
    ]);
    await chooser.setFiles(photo);
    await page.getByAltText('Photo preview').waitFor();
    await enter(button('Next'));
    await movedTo(5);
    await enter(button('Enlarge photo'));
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(button('Enlarge photo'))).toBe(true);
    await enter(button('Confirm & Submit'));
    await page.getByText('Data submitted successfully!').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '1 Pending' }).waitFor();
  });

  test('a draft survives a reload and a day, and is deleted after a month', async () => {
    const owner = await openAsNewOwner(page, site, 'draf@example.org');
    await open('/form');
    await field('Business name').fill('Warung Separuh Siap');
    await page.getByText(/^Saved on this device/).waitFor();
    await page.reload();
    await expect.poll(() => field('Business name').inputValue()).toBe('Warung Separuh Siap');
    const age = (days: number) =>
      page.evaluate(
        ({ key, savedAt }) => {
          const draft: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
          localStorage.setItem(key, JSON.stringify(Object.assign({}, draft, { savedAt })));
        },
        {
          key: `draft:${owner.id}`,
          savedAt: new Date(Date.now() - days * 86_400_000).toISOString(),
        },
      );
    await openPlainPage(page, site);
    await age(1);
    await open('/form');
    await expect.poll(() => field('Business name').inputValue()).toBe('Warung Separuh Siap');
    await openPlainPage(page, site);
    await age(31);
    await open('/form');
    await atStep(1);
    await expect.poll(() => field('Business name').inputValue()).toBe('');
  });

  test('a discarded draft is deleted with its photo', async () => {
    const owner = await openAsNewOwner(page, site, 'buang@example.org');
    await saveDraft(page, owner.id);
    await open('/form?step=4');
    await page.getByLabel('Photo').setInputFiles(photo);
    await page.getByAltText('Photo preview').waitFor();
    await button('Discard').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await atStep(1);
    await page.reload();
    await atStep(1);
    await expect.poll(() => field('Business name').inputValue()).toBe('');
    await saveDraft(page, owner.id);
    await open('/form?step=4');
    await button('Choose a photo').or(page.getByText('Choose a photo')).first().waitFor();
    await expect.poll(() => page.getByAltText('Photo preview').count()).toBe(0);
  });

  test('two tabs share a draft, and submitting in both creates one business', async () => {
    const owner = await openAsNewOwner(page, site, 'dua@example.org');
    await saveDraft(page, owner.id);
    await open('/form?step=4');
    await page.getByLabel('Photo').setInputFiles(photo);
    await page.getByAltText('Photo preview').waitFor();
    await page.getByText(/^Saved on this device/).waitFor();
    await open('/form?step=1');
    const other = await page.context().newPage();
    await open('/form?step=1', other);
    await other.getByLabel('Business name').fill('Warung Dua Tab');
    await expect.poll(() => field('Business name').inputValue()).toBe('Warung Dua Tab');
    for (const tab of [page, other]) {
      await open('/form?step=5', tab);
      await tab.getByRole('button', { name: 'Enlarge photo' }).waitFor();
    }
    // Neither is heard before both have spoken, so that neither can empty the form of the other.
    const hearBoth = await pauseRequests(page.context(), '**/api/businesses');
    const keys: (string | undefined)[] = [];
    page.context().on('request', (request) => {
      if (request.method() !== 'POST') return;
      if (keys.push(request.headers()['idempotency-key']) === 2) hearBoth();
    });
    const submit = async (tab: Page) => {
      const [answer] = await Promise.all([
        tab.waitForResponse((response) => response.request().method() === 'POST'),
        tab.getByRole('button', { name: 'Confirm & Submit' }).click(),
      ]);
      return answer.status();
    };
    expect(await Promise.all([submit(page), submit(other)])).toEqual([201, 201]);
    expect(new Set(keys).size).toBe(1);
    await expect.poll(async () => (await businessesOf(owner)).length).toBe(1);
  });

  test('an approved business is edited, hidden, approved again and deleted', async () => {
    const owner = await openAsNewOwner(page, site, 'hidup@example.org');
    const { id } = await owner.client.submit({ businessName: 'Kedai Hidup' });
    const decide = (status: string) => site.admin.send('PUT', `/api/businesses/${id}`, { status });
    const publicStatus = async () => (await fetch(`${site.url}/api/businesses/${id}`)).status;
    await decide('approved');
    await expect.poll(publicStatus).toBe(200);
    await open(`/my-businesses/${id}`);
    await button('Edit').click();
    await field('Business name').fill('Kedai Hidup Lagi');
    await button('Save').click();
    await button('Save and submit').click();
    await page.getByText('Saved. Your business is waiting for review.').waitFor();
    await page.getByText('pending', { exact: true }).waitFor();
    await expect.poll(publicStatus).toBe(404);
    await decide('approved');
    await open(`/places/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Kedai Hidup Lagi' }).waitFor();
    await site.admin.send('DELETE', `/api/businesses/${id}`, undefined);
    await open(`/my-businesses/${id}`);
    await page.getByText(/was removed by an administrator on/).waitFor();
    await expect.poll(() => businessesOf(owner)).toEqual([]);
  });

  test('Back before the page of Leave is shown returns to the edit, which asks again', async () => {
    const owner = await openAsNewOwner(page, site, 'cepat@example.org');
    const { id } = await owner.client.submit({ businessName: 'Kedai Cepat' });
    await open('/user/dashboard?section=businesses');
    await page.getByRole('link', { name: /View Details/ }).click();
    await button('Edit').click();
    await field('Business name').fill('Kedai Cepat Baru');
    const resume = await pauseRequests(page, '**/privacy-page*.js');
    const question = page.getByRole('alertdialog');
    const step = (name: 'back' | 'forward') =>
      page.evaluate((direction) => window.history[direction](), name);
    await page.getByRole('link', { name: 'Privacy' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/privacy');
    await expect.poll(() => question.count()).toBe(0);
    await step('back');
    await page.waitForURL(`**/my-businesses/${id}`);
    await expect.poll(() => field('Business name').inputValue()).toBe('Kedai Cepat Baru');
    await step('forward');
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/privacy');
    await step('back');
    await page.waitForURL(`**/my-businesses/${id}`);
    await step('back');
    await question.waitFor();
    resume();
  });

  test('an unsaved edit survives Back, Forward and an expired session', async () => {
    const email = 'sesi@example.org';
    const owner = await openAsNewOwner(page, site, email);
    const { id } = await owner.client.submit({ businessName: 'Kedai Sesi' });
    // The address changes before the page does.
    const privacy = page.getByRole('heading', { level: 1, name: 'Privacy notice' });
    await open('/user/dashboard?section=businesses');
    await page.getByRole('link', { name: /View Details/ }).click();
    await button('Edit').click();
    await field('Business name').fill('Kedai Sesi Baru');
    await page.evaluate(() => {
      window.history.back();
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: /View Details/ }).click();
    await page.getByText(/You have unsaved changes/).waitFor();
    await page.getByRole('link', { name: 'Privacy' }).click();
    await privacy.waitFor();
    await page.goBack();
    await button('Edit').click();
    await expect.poll(() => field('Business name').inputValue()).toBe('Kedai Sesi Baru');
    await page.evaluate(() => {
      window.history.forward();
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await privacy.waitFor();
    await page.goBack();
    await button('Edit').click();
    await field('Synopsis').fill('Diubah sebelum sesi tamat.');
    await page.route('**/api/businesses/update/**', (route) =>
      route.fulfill({ status: 401, json: { message: 'Log in again.' } }),
    );
    await button('Save').click();
    await page.getByText('Session expired').waitFor();
    await page.unroute('**/api/businesses/update/**');
    await field('Email').fill(email);
    await field('Password').fill(ownerPassword);
    await button('Login').click();
    await page.waitForURL(`${site.url}/my-businesses/${id}`);
    await button('Edit').click();
    await expect.poll(() => field('Synopsis').inputValue()).toBe('Diubah sebelum sesi tamat.');
    await button('Save').click();
    await page.getByText('Saved. Your business is waiting for review.').waitFor();
    await expect
      .poll(() => businessesOf(owner))
      .toMatchObject([{ businessName: 'Kedai Sesi Baru', synopsis: 'Diubah sebelum sesi tamat.' }]);
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).sort()))
      .toEqual(['role', 'token', 'user']);
  });
});
