import type { BusinessResponse } from '@directory/api/contracts';
import { describe, expect, test } from 'vitest';
import { openAsAdmin, openAsNewOwner, saveDraft } from './users.ts';
import { publishListing } from './site.ts';
import { hasNoBrowser, open, setUpFixture, page, site } from './fixture.ts';

/** Every literal text of the specification; those of failures are in failures.test.ts. */
describe.skipIf(hasNoBrowser)('the texts of the specification in a browser', () => {
  setUpFixture({
    env: { RATE_LIMIT_LOGIN: '0', RATE_LIMIT_REGISTER: '0' },
    visitor: { viewport: { width: 1440, height: 900 } },
    prepare,
  });

  let placeId: string;

  async function prepare() {
    const synopsis = 'Kopi dan roti bakar arang, dari bapa kepada anak sejak tahun 1957.';
    placeId = await publishListing(site, { whatsapp: '012-3456789', synopsis });
  }

  const lines = async () => {
    const text = await page.locator('body').innerText();
    return text.split(/[\n\t]/).map((line) => line.trim());
  };
  const expectTexts = async (texts: readonly string[]) => {
    await expect
      .poll(async () => {
        const shown = await lines();
        return texts.filter((text) => !shown.includes(text));
      })
      .toEqual([]);
  };
  const expectTitle = (title: string) =>
    expect.poll(() => page.title()).toBe(`${title} · Kampong Bharu Directory`);
  const options = (label: string) =>
    page.getByLabel(label, { exact: true }).locator('option').allTextContents();

  test.each(['/', '/main'])('%s shows the header, the filters and the pager', async (path) => {
    await open(path);
    const filters = ['Category', 'Subcategory', 'Time', 'Kampong', 'Rating', 'Order By'];
    await expectTexts(['Home', 'Login', 'Register', ...filters, 'Prev', 'Next']);
    await expect
      .poll(() => options('Category'))
      .toEqual([
        ...['All', 'Makanan & Minuman', 'Hotel & Penginapan', 'Kesihatan', 'Perniagaan Runcit'],
        ...['Fesyen & Pakaian', 'Pusat kecantikan', 'Perkhidmatan Dobi', 'Servis Automotif'],
        ...['Perkhidmatan Profesional', 'Pengangkutan', 'Perniagaan Pelbagai', 'IT'],
        ...['Elektronik & Elektrik', 'Pendidikan', 'Pasar', 'Sewaan Venue Sukan', 'Tempat Ibadah'],
        'Pelancongan',
      ]);
    await expect
      .poll(() => options('Time'))
      .toEqual([
        ...['All', 'Pagi-Tengah Hari', 'Pagi-Petang', 'Pagi-Malam', 'Tengah Hari-Petang'],
        ...['Tengah Hari-Malam', 'Petang-Malam', '24jam'],
      ]);
    await expect.poll(() => options('Kampong')).toEqual(['All', ...kampongs]);
    await expect
      .poll(() => options('Rating'))
      .toEqual(['All', '1 star', '2 stars', '3 stars', '4 stars', '5 stars']);
    await expect
      .poll(() => options('Order By'))
      .toEqual([
        ...['All', 'Rating (Highest)', 'Rating (Lowest)', 'Year Opened (Newest)'],
        'Year Opened (Oldest)',
      ]);
  });

  test('a place shows its details, and N/A for unknown ones', async () => {
    await open(`/places/${placeId}`);
    await expectTexts(['Warung Siti', 'Established: 1998', 'Category', 'Sub Category', 'Synopsis']);
    await page
      .getByRole('link', { name: /^WhatsApp/ })
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: /^Phone/ })
      .first()
      .waitFor();
    const places = (await site.visitor.get('/api/businesses/approved')) as BusinessResponse[];
    const vague = places.find((place) => place.latitude === null && place.subCategory === null);
    await open(`/places/${vague?.id ?? ''}`);
    await expectTexts(['No location data available', 'N/A']);
  });

  test.each([
    ['/user/userlogin', 'Welcome', login],
    ['/user/register', 'Create an Account', registration],
    ['/admin', 'Admin Panel', adminLogin],
    ['/nowhere', 'Page not found', []],
  ])('%s shows the specified texts, with the title %s', async (path, title, texts) => {
    await open(path);
    await expectTexts([title, ...texts]);
    await expectTitle(title);
  });

  test('the dashboard of an owner without a business shows the specified texts', async () => {
    await openAsNewOwner(page, site, 'baru@example.org');
    await open('/user/dashboard');
    await expectTexts(['Hi, Siti binti Osman!', 'baru@example.org', 'Dashboard Overview']);
    await expectTexts(['Home', 'Go to Main Page', 'Add Business', 'My Businesses', 'Analytics']);
    await expectTexts(['Total Businesses', 'Approved', 'Pending', 'Rejected', 'Logout']);
    await expectTexts(['Add New Business', 'View My Businesses', 'Dashboard']);
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
    await sidebar.getByRole('link', { name: 'Add Business' }).click();
    await page.getByRole('heading', { level: 1, name: 'Add Business' }).waitFor();
    await expect.poll(() => page.locator('main a[href="/form"]').count()).toBeGreaterThan(0);
    await sidebar.getByRole('link', { name: 'My Businesses' }).click();
    await expectTexts(['My Submitted Businesses', 'No businesses added yet.']);
    await sidebar.getByRole('link', { name: 'Analytics' }).click();
    await expectTexts(['Business Analytics', 'No analytics data found.']);
    await sidebar.getByRole('link', { name: 'Go to Main Page' }).click();
    await page.waitForURL(`${site.url}/`);
  });

  test('the list, the business and its analytics show the specified texts', async () => {
    const owner = await openAsNewOwner(page, site, 'lama@example.org');
    const { id } = await owner.client.submit({ businessName: 'Kedai Buku Lama' });
    await open('/user/dashboard?section=businesses');
    await expectTexts(['Kedai Buku Lama', 'pending', 'View Details']);
    await open(`/my-businesses/${id}`);
    await expectTexts(['Back', 'Kedai Buku Lama', 'Year Opened', '12, Jalan Raja Alang']);
    await expectTexts(['Not Provided', 'Edit']);
    await expectTitle('Kedai Buku Lama');
    await site.admin.send('PUT', `/api/businesses/${id}`, { status: 'approved' });
    await open('/my-analytics');
    await expectTexts(['Business Analytics', 'Views', 'Performance Overview']);
    await expectTexts(['Busiest Time of Day']);
  });

  test.each([
    [1, 'Basic details', ['Business name', 'Phone', 'Operating hours', 'Year started', 'Email']],
    [2, 'Location and category', ['Address', 'Main category', 'Sub-category', 'Kampong']],
    [3, 'Web and social links', ['Website (optional)', 'Online order link (optional)']],
    [4, 'About and photo', ['Synopsis', 'Tandas', 'Tandas OKU', 'Surau', 'Photo']],
    [5, 'Review', ['Show More', 'Edit', 'Confirm & Submit']],
  ])('step %i of the form, %s, shows the specified texts', async (step, name, texts) => {
    const owner = await openAsNewOwner(page, site, `langkah${step}@example.org`);
    await saveDraft(page, owner.id);
    await open(`/form?step=${step}`);
    await expectTitle(`Add Business: ${name}`);
    await expectTexts(['Add Business', `Step ${step} of 5: ${name}`, 'Back', ...texts]);
    if (step === 1) {
      await expect
        .poll(() => page.getByLabel('Phone').getAttribute('placeholder'))
        .toBe('012-3456789');
      await expect.poll(() => options('Operating hours')).toEqual(['Choose…', ...hours]);
    }
    if (step === 2) {
      await expect.poll(async () => (await options('Main category')).length).toBe(21);
      await expect.poll(() => options('Kampong')).toEqual(['Choose…', ...kampongs]);
      const map = page.getByRole('group', { name: 'Map of your business location' });
      await expect.poll(async () => (await map.boundingBox())?.height).toBe(400);
    }
    if (step < 5) await page.getByRole('button', { name: 'Next' }).waitFor();
  });

  test('the admin dashboard and the business list show the specified texts', async () => {
    await openAsAdmin(page, site);
    await open('/adminDashboard');
    await expectTexts(['Admin Panel', 'Logout', 'View Business List', 'Welcome, penghulu!']);
    const long = 'Kedai yang menunggu: '.repeat(4);
    await site.owner.submit({ businessName: 'Kedai Menunggu', synopsis: long });
    await open('/business-list?status=pending');
    await expectTexts(['Business List', 'Change Status', 'View Image', 'Delete']);
    await page.getByText(long.slice(0, 50), { exact: false }).first().waitFor();
    await page
      .getByRole('button', { name: /^Read More/ })
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(columns);
    const change = page.getByLabel('Change Status of Kedai Menunggu');
    await expect
      .poll(() => change.locator('option').allTextContents())
      .toEqual(['Change Status', 'Approve', 'Reject']);
  });

  const guarded = ['/user/dashboard', '/form', '/my-businesses/any', '/my-analytics'];

  test('every guarded route redirects as specified', async () => {
    const expectRedirect = async (from: string, to: string) => {
      await open(from);
      await page.waitForURL(site.url + to);
    };
    for (const path of guarded)
      await expectRedirect(path, `/user/userlogin?next=${encodeURIComponent(path)}`);
    await expectRedirect('/login', '/user/userlogin');
    for (const path of ['/adminDashboard', '/business-list'])
      await expectRedirect(path, `/admin?next=${encodeURIComponent(path)}`);
    await openAsNewOwner(page, site, 'pengawal@example.org');
    for (const path of ['/adminDashboard', '/business-list']) await expectRedirect(path, '/admin');
    await openAsAdmin(page, site);
    for (const path of guarded) await expectRedirect(path, '/user/userlogin');
    await expectTexts(['You are signed in as penghulu']);
  });
});

const login = [
  ...['Log in to manage your business', 'Email', 'Password', 'Login', 'OR', 'Sign in with Google'],
  ...['Back', 'Discover the beauty of Kampong Bharu'],
];
const registration = [
  ...['Full name', 'IC number', 'Phone', 'Email', 'Password', 'Confirm password', 'Register'],
  'Back',
];
const adminLogin = ['Login to continue', 'Username', 'Password', 'Login'];
const kampongs = [
  ...['Kampung Hujung Pasir', 'Kampung Masjid', 'Kampung Pindah', 'Kampung Periuk'],
  ...['Kampung Atas A', 'Kampung Atas B', 'Kampung Bawah', 'Kampung Paya', 'Pasar Minggu'],
  ...['Chow Kit', 'Raja Muda', 'Sungai Baru', 'Kampung Padang', 'Pintu Gerbang'],
];
const hours = [
  ...['Pagi-Tengahhari', 'Pagi-Petang', 'Pagi-Malam', 'Tengahhari-Petang', 'Tengahhari-Malam'],
  ...['Petang-Malam', '24jam'],
];
const columns = [
  ...['Business Name', 'Phone', 'Operating Hours', 'Year Started', 'Email', 'Website'],
  ...['Social Media', 'Location', 'Online Order', 'Address', 'Synopsis', 'Business Info'],
  ...['Sub Category', 'Kampong', 'Facilities', 'Images', 'Status', 'Action'],
];
