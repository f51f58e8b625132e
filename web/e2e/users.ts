import type { Page } from 'playwright-core';
import { client, logInAdmin, logInNewOwner, type Client } from '../../api/e2e/client.ts';
import { adminLogin, type AdminLogin } from './seeded-folder.ts';
import type { Site } from './site.ts';

export type User = { readonly id: string; readonly client: Client };

/** Registers an owner by the API and stores the session in the browser. */
export async function openAsNewOwner(page: Page, site: Site, email: string): Promise<User> {
  const token = await logInNewOwner(site.url, email);
  return openAs(page, site, { token, role: 'user', email });
}

export async function openAsAdmin(page: Page, site: Site): Promise<User> {
  const token = await logInAdmin(site.url, adminLogin);
  return openAs(page, site, { token, role: 'admin', email: '' });
}

/** Logs in by the form at /admin, and waits for the dashboard. */
export async function logInAsAdmin(page: Page, site: Site, login = adminLogin): Promise<void> {
  await page.goto(`${site.url}/admin`);
  await fillAdminLogin(page, login);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`${site.url}/adminDashboard`);
  await page.getByText(`Welcome, ${login.username}!`).waitFor();
}

/** Fills the form at /admin without sending it. */
export async function fillAdminLogin(page: Page, login: AdminLogin): Promise<void> {
  await page.getByLabel('Username').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
}

type Session = { readonly token: string; readonly role: string; readonly email: string };

async function openAs(page: Page, site: Site, { token, role, email }: Session): Promise<User> {
  const claims = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<'id' | 'full_name', string>;
  const { id, full_name } = claims;
  await openPlainPage(page, site);
  await setLocalStorage(page, { token, role, user: JSON.stringify({ id, full_name, email }) });
  return { id, client: client(site.url, token) };
}

/** Opens a page of the site without scripts, where its storage can be changed. */
export async function openPlainPage(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/robots.txt`);
}

/** Stores a complete draft of the form, by default at its last step; without a photo. */
export async function saveDraft(
  page: Page,
  userId: string,
  given: { readonly answers?: Readonly<Record<string, string>>; readonly reached?: number } = {},
): Promise<void> {
  const draft = {
    answers: { ...completeAnswers, facilities: ['Surau'], pinByHand: true, ...given.answers },
    reached: given.reached ?? 5,
    commandKey: crypto.randomUUID(),
    savedAt: new Date().toISOString(),
  };
  await setLocalStorage(page, { [`draft:${userId}`]: JSON.stringify(draft) });
}

function setLocalStorage(page: Page, items: Readonly<Record<string, string>>): Promise<void> {
  return page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, items);
}

const completeAnswers = {
  businessName: 'Warung Mak Teh',
  phone: '012-3456789',
  operatingHours: 'Pagi-Petang',
  yearStarted: '1998',
  email: 'mak.teh@example.org',
  address: '12, Jalan Raja Alang',
  latitude: '3.164500',
  longitude: '101.704500',
  businessInfo: 'Makanan & Minuman',
  subCategory: 'Warung',
  kampong: 'Kampung Masjid',
  synopsis: 'Nasi lemak sejak 1998.',
};
