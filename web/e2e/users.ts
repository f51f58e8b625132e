import type { Page } from 'playwright-core';
import { client, logInAdmin, logInNewOwner, type Client } from '../../api/e2e/client.ts';
import { adminLogin, type AdminLogin, type Site } from './site.ts';

export type Person = { readonly id: string; readonly client: Client };

/** A new owner, who is logged in on this page. */
export async function becomeOwner(page: Page, site: Site, email: string): Promise<Person> {
  const token = await logInNewOwner(site.url, email);
  return become(page, site, { token, role: 'user', email });
}

export async function becomeAdmin(page: Page, site: Site): Promise<Person> {
  const token = await logInAdmin(site.url, adminLogin);
  return become(page, site, { token, role: 'admin', email: '' });
}

/** By the form at /admin, until the dashboard greets them. */
export async function logInAsAdmin(page: Page, site: Site, login = adminLogin): Promise<void> {
  await page.goto(`${site.url}/admin`);
  await enterAdminLogin(page, login);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.waitForURL(`${site.url}/adminDashboard`);
  await page.getByText(`Welcome, ${login.username}!`).waitFor();
}

/** Fills the form at /admin, and sends it not yet. */
export async function enterAdminLogin(page: Page, login: AdminLogin): Promise<void> {
  await page.getByLabel('Username').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
}

type LoggedIn = { readonly token: string; readonly role: string; readonly email: string };

async function become(page: Page, site: Site, { token, role, email }: LoggedIn): Promise<Person> {
  const claims = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<'id' | 'full_name', string>;
  const { id, full_name } = claims;
  await stepAside(page, site);
  await keep(page, { token, role, user: JSON.stringify({ id, full_name, email }) });
  return { id, client: client(site.url, token) };
}

/** To a page of the site without scripts, where what it keeps in the browser can be changed. */
export async function stepAside(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/robots.txt`);
}

/** Answers of somebody who was at their last look when they left; the photo is not among them. */
export async function leaveDraft(
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
  await keep(page, { [`draft:${userId}`]: JSON.stringify(draft) });
}

function keep(page: Page, items: Readonly<Record<string, string>>): Promise<void> {
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
