import { randomUUID } from 'node:crypto';
import {
  commandHandler,
  parseBusinessId,
  type BusinessDetails,
  type BusinessId,
} from '@directory/domain';
import { completeDetails, importOpenData } from '@directory/domain/testing';
import * as z from 'zod';
import { jpeg } from './images.ts';
import type { Person, TestSite } from './test-site.ts';

/** All fields of the add form, as a form sends them. */
export const formFields = {
  businessName: 'Nasi Lemak Wanjo',
  phone: '012-3456789',
  operatingHours: 'Pagi-Malam',
  yearStarted: '1963',
  email: 'wanjo@example.com',
  website: 'https://wanjo.example/',
  address: 'Jalan Raja Muda Musa, Kampung Baru',
  synopsis: 'Nasi lemak since 1963.',
  businessInfo: 'Makanan & Minuman',
  subCategory: 'Restoran',
  kampong: 'Kampung Masjid',
  facilities: '["Tandas","Surau"]',
  latitude: '3.1645',
  longitude: '101.7045',
};

let photo: Promise<Buffer> | undefined;

/** A valid JPEG, created once. */
export function smallPhoto(): Promise<Buffer> {
  photo ??= jpeg(64, 48);
  return photo;
}

/** The add form with a photo; a field given as null is left out. */
export async function listingForm(
  fields: Readonly<Record<string, string | null>> = {},
  image?: Uint8Array | null,
): Promise<FormData> {
  const form = new FormData();
  const all: Record<string, string | null> = { ...formFields, ...fields };
  for (const [name, value] of Object.entries(all)) if (value !== null) form.append(name, value);
  if (image !== null) {
    const bytes = new Uint8Array(image ?? (await smallPhoto()));
    form.append('imagePath', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
  }
  return form;
}

const created = z.object({ id: z.string() });

/** Submits a business through the API; it is pending then. */
export async function submitListing(
  site: TestSite,
  owner: Person,
  fields: Readonly<Record<string, string | null>> = {},
): Promise<BusinessId> {
  const answer = await site.post('/api/businesses', await listingForm(fields), { as: owner });
  if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${answer.text}`);
  return parseBusinessId(created.parse(answer.json).id);
}

export async function approveListing(site: TestSite, id: BusinessId): Promise<void> {
  const admin = site.signIn('admin');
  const answer = await site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
  if (answer.status !== 200) throw new Error(`not approved: ${answer.status} ${answer.text}`);
}

/** Submits and approves a business, so that it is public. */
export async function publishListing(
  site: TestSite,
  owner: Person,
  fields: Readonly<Record<string, string | null>> = {},
): Promise<BusinessId> {
  const id = await submitListing(site, owner, fields);
  await approveListing(site, id);
  return id;
}

/** Makes a public demonstration listing, as the seed does. */
export async function publishDemonstration(
  site: TestSite,
  details: Partial<BusinessDetails> = {},
  ownerId: string | null = null,
): Promise<BusinessId> {
  const businessId = parseBusinessId(`7${(++madeUp).toString().padStart(25, '0')}`);
  const command = {
    ...importOpenData({ details: completeDetails(details), ownerId, publish: true }),
    businessId,
  };
  const actor = { id: null, role: 'system' } as const;
  const ids = { commandId: randomUUID(), correlationId: randomUUID() };
  const context = { ...ids, actor, time: new Date().toISOString(), demonstration: true } as const;
  await commandHandler(site.site.stores.log)(command, context);
  await site.caughtUp();
  return businessId;
}

let madeUp = 0;
