import { facilities, kampongs, mainCategories, operatingHours } from '@directory/domain/catalogue';
import { component, z } from './zod.ts';
import { openingTimes } from './fields.ts';

const text = z.string().nullable();

/** A business as every call returns it. Null is "not provided". */
export const businessResponse = component('Business', {
  id: z.string(),
  businessName: z.string(),
  phone: text,
  operatingHours: z.enum(operatingHours).nullable(),
  openingTimes: openingTimes.nullable().describe('The exact times; null when they are unknown'),
  yearStarted: z.int().nullable(),
  email: text.describe('Null for visitors: only the owner and admins see it'),
  website: text,
  facebook: text,
  instagram: text,
  youtube: text,
  tiktok: text,
  whatsapp: text,
  location: text.describe('A link to a map service'),
  onlineOrder: text,
  address: text,
  synopsis: text,
  businessInfo: z.enum(mainCategories).describe('The main category'),
  subCategory: text,
  kampong: z.enum(kampongs).nullable(),
  facilities: z.array(z.enum(facilities)),
  imagePath: text.describe('The name of the image below /uploads/'),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  status: z.enum(['pending', 'approved', 'rejected']),
  views: z.int(),
  websiteClicks: z.int(),
  socialMediaClicks: z.int(),
  approvedAt: text.describe('ISO 8601, UTC'),
  source: text.describe('Where open data came from'),
  licence: text.describe('On what terms the source gave it'),
  demonstration: z.boolean().describe('Made up to show the product; not a real business'),
});
export type BusinessResponse = z.infer<typeof businessResponse>;

const stats = { views: true, websiteClicks: true, socialMediaClicks: true } as const;

/** A business as server-rendered pages contain it: without counts, so that a visit makes no new page. */
export const businessWithoutStats = businessResponse.omit(stats);
export type BusinessWithoutStats = z.infer<typeof businessWithoutStats>;

/** One business by its id: `adress` repeats `address`, as some clients expect it. */
export const businessDetailResponse = businessResponse
  .extend({ adress: text })
  .meta({ id: 'BusinessDetail' });
export type BusinessDetailResponse = z.infer<typeof businessDetailResponse>;

/** What owners see of their own businesses, and admins of all, in addition. */
const review = z.object({
  user_id: text,
  revision: z.int().describe('To be sent with a command, as the version that its sender saw'),
  submittedAt: z.string(),
  changedAt: z.string(),
  sentAt: z.string().describe('When it was last sent for review, or published without one'),
  wasPublic: z.boolean().describe('Visitors could see it before the review that it waits for'),
  rejectionReason: z.object({ code: z.string(), text: z.string() }).nullable(),
});
export const ownBusinessResponse = businessResponse
  .extend(review.shape)
  .meta({ id: 'OwnBusiness' });
export type OwnBusinessResponse = z.infer<typeof ownBusinessResponse>;

/** A listing at some time, without counts. */
export const pastBusinessResponse = ownBusinessResponse
  .omit(stats)
  .extend({ deleted: z.boolean() })
  .meta({ id: 'PastBusiness' });
export type PastBusinessResponse = z.infer<typeof pastBusinessResponse>;

/** What its owner can still see of a business that an admin deleted. */
export const removedBusinessResponse = component('RemovedBusiness', {
  id: z.string(),
  businessName: z.string(),
  removedAt: z.string(),
});
export type RemovedBusinessResponse = z.infer<typeof removedBusinessResponse>;

export const ownBusinessDetailResponse = businessDetailResponse
  .extend(review.shape)
  .meta({ id: 'OwnBusinessDetail' });
export type OwnBusinessDetailResponse = z.infer<typeof ownBusinessDetailResponse>;
