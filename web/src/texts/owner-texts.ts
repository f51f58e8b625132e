import type { DetailField } from '@directory/api/contracts';
import { count } from './count.ts';

export const fields = {
  businessName: 'Business name',
  phone: 'Phone',
  operatingHours: 'Operating hours',
  openingTimes: 'Exact times',
  yearStarted: 'Year started',
  email: 'Email',
  website: 'Website',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'Video link',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  location: 'Map link',
  onlineOrder: 'Online order link',
  address: 'Address',
  synopsis: 'Synopsis',
  businessInfo: 'Main category',
  subCategory: 'Sub-category',
  kampong: 'Kampong',
  facilities: 'Facilities',
  imagePath: 'Photo',
  latitude: 'Latitude',
  longitude: 'Longitude',
} satisfies Record<DetailField, string>;

export const dashboard = {
  home: 'Home',
  main: 'Go to Main Page',
  add: 'Add Business',
  businesses: 'My Businesses',
  analytics: 'Analytics',
  account: 'Account',
  overview: 'Dashboard Overview',
  total: 'Total Businesses',
  approved: 'Approved',
  pending: 'Pending',
  rejected: 'Rejected',
  addNew: 'Add New Business',
  addResume: 'Continue your draft',
  failed: "We couldn't load this. Please try again.",
};

/** A field that a later release added has no label here and is shown by its name. */
export function fieldLabel(field: string): string {
  const labels: Readonly<Record<string, string>> = fields;
  return labels[field] ?? field;
}

/** Such as ", usually within 2 working days"; empty while that is unknown. */
export function usuallyWithin(workingDays: number | null): string {
  if (workingDays === null) return '';
  return `, usually within ${count(workingDays, 'working day', 'working days')}`;
}
