import { beforeAll, describe, expect, test } from 'vitest';
import { ownerPassword } from '../../api/e2e/client.ts';
import { openAsAdmin, openAsNewOwner, saveDraft } from './users.ts';
import { publishListing } from './site.ts';
import { hasNoBrowser, open, setUpFixture, page, site, visitor } from './fixture.ts';

/** The error catalogue of the customer's document, row by row, and what the screen does afterwards. */
describe.skipIf(hasNoBrowser)('what goes wrong in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' } });

  let placeId: string;

  beforeAll(async () => {
    placeId = await publishListing(site, { businessName: 'Kedai Kopi Ismail' });
  });

  const press = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  const shown = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const alertSays = (text: string) =>
    page.getByRole('alertdialog').getByText(text, { exact: true }).waitFor();
  /** The calls that match are not answered from now on, or are answered with a failure. */
  const fail = (calls: string, answer?: { status: number; json: unknown }) =>
    page.route(calls, (route) => (answer ? route.fulfill(answer) : route.abort()));
  const expectLogged = () => expect.poll(() => visitor.problems.length).toBeGreaterThan(0);
  const expectNoAlert = async () => {
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  };

  test('a place that cannot be fetched again leads home, politely', async () => {
    await open('/');
    await page.locator('main a[href^="/places/"]').first().waitFor();
    await fail(`**/api/businesses/${placeId}`);
    await page.locator(`main a[href="/places/${placeId}"]`).first().click();
    await shown('That place is no longer available');
    await page.waitForURL(`${site.url}/`);
    await expectLogged();
  });

  test('a visit that cannot be counted is nobody’s concern', async () => {
    await fail('**/view');
    await open(`/places/${placeId}`);
    await expectLogged();
    await page.getByRole('heading', { level: 1, name: 'Kedai Kopi Ismail' }).waitFor();
    await expectNoAlert();
  });

  test.each([
    ['the words of the server', { status: 401, json: { message: 'Kata laluan salah.' } }],
    ['Login failed!', { status: 500, json: {} }],
    ['Login failed!', undefined],
  ])('a login that fails says %s and keeps the e-mail', async (text, answer) => {
    await open('/user/userlogin');
    await fail('**/api/user/login', answer);
    await fill('Email', 'siti@example.org');
    await fill('Password', 'wrong');
    await press('Login');
    const said = text.startsWith('the words') ? 'Kata laluan salah.' : text;
    await page.getByRole('alert').getByText(said, { exact: true }).waitFor();
    await expect.poll(() => valueOf('Email')).toBe('siti@example.org');
    expect(new URL(page.url()).pathname).toBe('/user/userlogin');
  });

  async function register(email: string, confirmed = ownerPassword) {
    await open('/user/register');
    await fill('Full name', 'Siti binti Osman');
    await fill('IC number', '900101-14-5678');
    await fill('Phone', '012-3456789');
    await fill('Email', email);
    await fill('Password', ownerPassword);
    await fill('Confirm password', confirmed);
    await press('Register');
  }

  test('a registration that fails says why, or that it did, and keeps what was typed', async () => {
    await register('siti@example.org');
    await page
      .getByRole('alert')
      .getByText(/already/)
      .first()
      .waitFor();
    await fail('**/api/user/register');
    await register('baru@example.org');
    await page.getByRole('alert').getByText('Registration failed!', { exact: true }).waitFor();
    await expect.poll(() => valueOf('Full name')).toBe('Siti binti Osman');
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('passwords that differ are told and nothing is sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await register('beza@example.org', 'something else');
    await page.getByRole('alert').getByText('Passwords do not match!').first().waitFor();
    expect(sent.filter((url) => url.endsWith('/register') && url.includes('/api/'))).toEqual([]);
  });

  test('a missing pin stops the submission with the given alert', async () => {
    const { id } = await openAsNewOwner(page, site, 'pin@example.org');
    await saveDraft(page, id, { answers: { latitude: '', longitude: '' } });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await open('/form');
    await press('Confirm & Submit');
    await alertSays('Please select a location on the map.');
    expect(sent).not.toContain('POST');
    await press('Close');
    const summary = page.getByRole('alert');
    await summary.getByRole('link', { name: 'Please select a location on the map.' }).click();
    await page.getByText('Step 2 of 5').first().waitFor();
  });

  test('a pin without an answer alerts, and an address without one is said quietly', async () => {
    const { id } = await openAsNewOwner(page, site, 'alamat@example.org');
    const answers = { address: '', latitude: '', longitude: '' };
    await saveDraft(page, id, { answers, reached: 2 });
    await fail('**/api/geocode/**');
    await open('/form?step=2');
    await press('Place a pin on the map');
    await alertSays('Failed to fetch address. Please try again.');
    await press('Close');
    await expect.poll(() => valueOf('Latitude')).not.toBe('');
    await fill('Address', 'Jalan Raja Muda');
    await shown("Couldn't search for the address. You can place the pin yourself.");
    await expectNoAlert();
    await expect.poll(() => valueOf('Address')).toBe('Jalan Raja Muda');
  });

  test('a business that cannot be loaded or saved says so quietly, and can be tried again', async () => {
    const owner = await openAsNewOwner(page, site, 'simpan@example.org');
    const { id } = await owner.client.submit({ businessName: 'Kedai Simpan' });
    await fail(`**/api/businesses/${id}`);
    await open(`/my-businesses/${id}`);
    await shown("Couldn't load this business.");
    await expectLogged();
    await page.unroute(`**/api/businesses/${id}`);
    await press('Retry');
    await press('Edit');
    await fill('Business name', 'Kedai Simpan Baru');
    await fail('**/api/businesses/update/**', { status: 503, json: { message: 'down' } });
    await press('Save');
    await shown("Couldn't save your changes. They are still here; please try again.");
    await expect.poll(() => valueOf('Business name')).toBe('Kedai Simpan Baru');
    await page.unroute('**/api/businesses/update/**');
    await press('Save');
    await shown('Saved. Your business is now waiting for review.');
    await page.getByRole('heading', { level: 1, name: 'Kedai Simpan Baru' }).waitFor();
  });

  test.each([
    ['home', 'summary', 'Total Businesses'],
    ['businesses', 'userbusinesses', 'No businesses added yet.'],
    ['analytics', 'analytics', 'No analytics data found.'],
  ])('the section %s whose data fails says so quietly', async (section, call, afterwards) => {
    const { id } = await openAsNewOwner(page, site, `${section}@example.org`);
    const calls = {
      summary: `**/api/businesses/summary/${id}`,
      userbusinesses: `**/api/businesses/userbusinesses/${id}`,
      analytics: `**/api/businesses/userbusinesses/${id}/analytics*`,
    }[call];
    await fail(calls ?? '');
    await open(`/user/dashboard?section=${section}`);
    const retry = page.getByRole('button', { name: 'Retry' }).first();
    await retry.waitFor();
    await expectLogged();
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await page.unroute(calls ?? '');
    await retry.click();
    await shown(afterwards);
  });

  test('a deletion that fails alerts, and the business stays', async () => {
    await site.owner.submit({ businessName: 'Kedai Kekal' });
    await openAsAdmin(page, site);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('/business-list?q=Kedai+Kekal');
    await page.route('**/api/businesses/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );
    await press(/^Delete of Kedai Kekal/);
    await alertSays('Are you sure you want to delete this business?');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await alertSays('Failed to delete the business.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('rowheader', { name: 'Kedai Kekal' }).waitFor();
  });
});
