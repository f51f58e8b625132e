import { describe, expect, test } from 'vitest';
import { ownerPassword } from '../../api/e2e/client.ts';
import { openAsAdmin, openAsNewOwner, saveDraft } from './users.ts';
import { publishListing } from './site.ts';
import { hasNoBrowser, open, flushRequests, setUpFixture, page, site, visitor } from './fixture.ts';

/** The error catalogue of the specification, row by row, and what the page shows afterwards. */
describe.skipIf(hasNoBrowser)('failures in a browser', () => {
  setUpFixture({ env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' }, prepare });

  let placeId: string;

  async function prepare() {
    placeId = await publishListing(site, { businessName: 'Kedai Kopi Ismail' });
  }

  const press = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const fill = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).fill(value);
  const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  const shown = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const expectAlert = (text: string) =>
    page.getByRole('alertdialog').getByText(text, { exact: true }).waitFor();
  /** Aborts the matching calls from now on, or answers them with a failure. */
  const fail = (calls: string, answer?: { status: number; json: unknown }) =>
    page.route(calls, (route) => (answer ? route.fulfill(answer) : route.abort()));
  const expectLogged = () => expect.poll(() => visitor.problems.length).toBeGreaterThan(0);
  const expectNoAlert = async () => {
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  };

  test('a place that fails to load redirects home with a notice', async () => {
    await open('/');
    await page.locator('main a[href^="/places/"]').first().waitFor();
    await fail(`**/api/businesses/${placeId}`);
    await page.locator(`main a[href="/places/${placeId}"]`).first().click();
    await shown('That place is no longer available');
    await page.waitForURL(`${site.url}/`);
    await expectLogged();
  });

  test('a page whose styles cannot be fetched is not shown without them', async () => {
    visitor.ignoreProblem(/./);
    // Its scripts are in the browser's cache afterwards, its styles are not: they were in the page.
    await open('/');
    await open(`/places/${placeId}`);
    await fail('**/*.css');
    await page.getByRole('link', { name: 'All places' }).click();
    await shown('Something went wrong');
    await expect.poll(() => page.getByRole('searchbox').count()).toBe(0);
    await page.unroute('**/*.css');
    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Saved places' }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const hero = page.getByRole('heading', { level: 1, name: 'Discover the beauty' });
    await hero.waitFor();
    await expect
      .poll(() => hero.evaluate((heading) => getComputedStyle(heading).color))
      .toBe('rgb(252, 245, 225)');
  });

  test('a page that was opened offline is not lost by Try again, and comes with the connection', async () => {
    visitor.ignoreProblem(/./);
    await open('/user/userlogin');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await shown("You're offline");
    await press('Try again');
    await shown("You're offline");
    expect(new URL(page.url()).pathname).toBe('/saved');
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Saved places' }).waitFor();
  });

  test('a visit that fails to be counted is logged and shows no alert', async () => {
    await fail('**/view');
    await open(`/places/${placeId}`);
    await expectLogged();
    await page.getByRole('heading', { level: 1, name: 'Kedai Kopi Ismail' }).waitFor();
    await expectNoAlert();
  });

  test.each([
    ['the message of the server', { status: 401, json: { message: 'Kata laluan salah.' } }],
    ['Login failed!', { status: 500, json: {} }],
    ['Login failed!', undefined],
  ])('a failed login shows %s and keeps the email', async (text, answer) => {
    await open('/user/userlogin');
    await fail('**/api/user/login', answer);
    await fill('Email', 'siti@example.org');
    await fill('Password', 'wrong');
    await press('Login');
    const said = text.startsWith('the message') ? 'Kata laluan salah.' : text;
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

  test('a failed registration shows the message of the server or Registration failed!, and keeps the input', async () => {
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

  test('different passwords show Passwords do not match! and send nothing', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await register('beza@example.org', 'something else');
    await page.getByRole('alert').getByText('Passwords do not match!').first().waitFor();
    await flushRequests();
    expect(sent.filter((url) => url.endsWith('/register') && url.includes('/api/'))).toEqual([]);
  });

  test('submitting without a pin shows the specified alert and sends nothing', async () => {
    const { id } = await openAsNewOwner(page, site, 'pin@example.org');
    await saveDraft(page, id, { answers: { latitude: '', longitude: '' } });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await open('/form');
    await press('Confirm & Submit');
    await expectAlert('Please select a location on the map.');
    await flushRequests();
    expect(sent).not.toContain('POST');
    await press('Close');
    const summary = page.getByRole('alert');
    await summary.getByRole('link', { name: 'Please select a location on the map.' }).click();
    await page.getByText('Step 2 of 5').first().waitFor();
  });

  test('a failed reverse lookup shows an alert, a failed address search a message', async () => {
    const { id } = await openAsNewOwner(page, site, 'alamat@example.org');
    const answers = { address: '', latitude: '', longitude: '' };
    await saveDraft(page, id, { answers, reached: 2 });
    await fail('**/api/geocode/**');
    await open('/form?step=2');
    await press('Place a pin');
    await expectAlert('Failed to fetch address. Please try again.');
    await press('Close');
    await expect.poll(() => valueOf('Latitude')).not.toBe('');
    await fill('Address', 'Jalan Raja Muda');
    await shown("We couldn't search for the address. You can place the pin yourself.");
    await expectNoAlert();
    await expect.poll(() => valueOf('Address')).toBe('Jalan Raja Muda');
  });

  test('a failed load or save of a business shows a message, and a retry succeeds', async () => {
    const owner = await openAsNewOwner(page, site, 'simpan@example.org');
    const { id } = await owner.client.submit({ businessName: 'Kedai Simpan' });
    await fail(`**/api/businesses/${id}`);
    await open(`/my-businesses/${id}`);
    await shown("We couldn't load this business.");
    await expectLogged();
    await page.unroute(`**/api/businesses/${id}`);
    await press('Retry');
    await press('Edit');
    await fill('Business name', 'Kedai Simpan Baru');
    await fail('**/api/businesses/update/**', { status: 503, json: { message: 'down' } });
    await press('Save');
    await shown("We couldn't save your changes. They are still here; please try again.");
    await expect.poll(() => valueOf('Business name')).toBe('Kedai Simpan Baru');
    await page.unroute('**/api/businesses/update/**');
    await press('Save');
    await shown('Saved. Your business is waiting for review.');
    await page.getByRole('heading', { level: 1, name: 'Kedai Simpan Baru' }).waitFor();
  });

  test.each([
    ['home', 'summary', 'Total Businesses'],
    ['businesses', 'userbusinesses', 'No businesses added yet.'],
    ['analytics', 'analytics', 'No analytics data found.'],
  ])(
    'the dashboard section %s shows a message and Retry when its data fails to load',
    async (section, call, afterwards) => {
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
    },
  );

  test('a failed deletion shows an alert, and the business stays listed', async () => {
    await site.owner.submit({ businessName: 'Kedai Kekal' });
    await openAsAdmin(page, site);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('/business-list?q=Kedai+Kekal');
    await page.route('**/api/businesses/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
    );
    await press(/^Delete Kedai Kekal/);
    await expectAlert('Are you sure you want to delete this business?');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectAlert('Failed to delete the business.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('rowheader', { name: 'Kedai Kekal' }).waitFor();
  });
});
