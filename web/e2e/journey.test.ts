import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ownerPassword } from '../../api/e2e/client.ts';
import {
  expectNoProblems,
  hasNoBrowser,
  open,
  openVisitor,
  page,
  setUpFixture,
  site,
} from './fixture.ts';
import { cards, expectCount } from './place-list.ts';
import { logInAsAdmin } from './users.ts';

const photo = fileURLToPath(new URL('../../api/seed-data/photos/coffee-cup.jpg', import.meta.url));
const name = 'Warung Perjalanan Mak Teh';

/** The one journey that `npm test` runs in a browser; `npm run test:system` runs the others. */
describe.skipIf(hasNoBrowser)('a business in a browser', () => {
  setUpFixture();

  test('an owner registers and submits it, an admin approves it, and a visitor finds it', async () => {
    await register();
    await submit();

    const admin = await openVisitor({ viewport: { width: 1440, height: 900 } });
    await logInAsAdmin(admin.page, site);
    await open('/adminDashboard/review', admin.page);
    const waiting = admin.page.getByRole('group', { name: 'Businesses waiting for review' });
    await waiting.getByRole('link', { name }).click();
    await admin.page.getByRole('heading', { level: 2, name }).waitFor();
    await admin.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await admin.page.getByText(`Approved ${name}.`).waitFor();
    await expectNoProblems(admin);

    await open('/user/dashboard');
    await page.getByRole('link', { name: '1 Approved' }).waitFor();
    await expectNoProblems();

    const visitor = await openVisitor();
    await expectFound(visitor.page);
    await expectNoProblems(visitor);
  });

  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  const choose = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).selectOption(value);
  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
  const next = async (step: number) => {
    await press('Next');
    await page.getByText(`Step ${step} of 5`).waitFor();
  };

  async function register() {
    await open('/user/register');
    await fill('Full name', 'Mak Teh binti Osman');
    await fill('IC number', '900101-14-5678');
    await fill('Phone', '012-3456789');
    await fill('Email', 'perjalanan@example.org');
    await fill('Password', ownerPassword);
    await fill('Confirm password', ownerPassword);
    await press('Register');
    await page.getByText('Account created. Log in to continue.').waitFor();
    await fill('Password', ownerPassword);
    await press('Login');
    await page.getByRole('link', { name: '0 Total Businesses' }).waitFor();
  }

  async function submit() {
    await page.route('**/api/geocode/**', (route) =>
      route.fulfill({ json: { display_name: '12, Jalan Raja Alang' } }),
    );
    await page.getByRole('link', { name: 'Add New Business' }).click();
    await page.getByText('Step 1 of 5').waitFor();
    await fill('Business name', name);
    await fill('Phone', '0123456789');
    await choose('Operating hours', 'Pagi-Petang');
    await fill('Year started', '1998');
    await next(2);
    await press('Place a pin');
    await expect
      .poll(() => page.getByLabel('Address', { exact: true }).inputValue())
      .toBe('12, Jalan Raja Alang');
    await choose('Main category', 'Makanan & Minuman');
    await choose('Sub-category', 'Warung');
    await choose('Kampong', 'Kampung Masjid');
    await next(3);
    await next(4);
    await fill('Synopsis', 'Nasi lemak sejak 1998.');
    await page.getByLabel('Photo').setInputFiles(photo);
    await page.getByAltText('Photo preview').waitFor();
    await next(5);
    await press('Confirm & Submit');
    await page.getByText('Data submitted successfully!').waitFor();
    await press('Close');
    await page.getByRole('link', { name: '1 Pending' }).waitFor();
  }

  async function expectFound(visitorPage: Page) {
    await open('/', visitorPage);
    await visitorPage.getByRole('combobox', { name: 'Search places' }).fill(name);
    await visitorPage.getByRole('button', { name: 'Search', exact: true }).click();
    await expectCount(1, 1, visitorPage);
    await cards(visitorPage).first().click();
    await visitorPage.getByRole('heading', { level: 1, name }).waitFor();
    await visitorPage.getByText('Established: 1998').waitFor();
    await visitorPage.getByText('Nasi lemak sejak 1998.').waitFor();
    await visitorPage.getByAltText(name).first().waitFor();
  }
});
