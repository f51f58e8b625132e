import type { DetailField } from '@directory/api/contracts';

export const fields = {
  businessName: 'Business Name',
  phone: 'Phone',
  operatingHours: 'Operating Hours',
  openingTimes: 'Exact Times',
  yearStarted: 'Year Started',
  email: 'Email',
  website: 'Website',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  location: 'Location',
  onlineOrder: 'Online Order',
  address: 'Address',
  synopsis: 'Synopsis',
  businessInfo: 'Business Info',
  subCategory: 'Sub Category',
  kampong: 'Kampong',
  facilities: 'Facilities',
  imagePath: 'Image',
  latitude: 'Latitude',
  longitude: 'Longitude',
} satisfies Record<DetailField, string>;

export const frame = {
  panel: 'Admin Panel',
  review: 'Review queue',
};

export const common = {
  empty: '–',
  newTab: '(opens in a new tab)',
  failed: "Couldn't load the businesses.",
  undo: 'Undo',
};

export const decisions = {
  approve: 'Approve',
  reject: 'Reject',
  unchanged: (name: string) => `Nothing changed for ${name}: this had already been done.`,
  done: {
    approve: (name: string) => `Approved ${name}.`,
    reject: (name: string) => `Rejected ${name}.`,
    withdraw: (name: string) => `${name} is waiting for review again.`,
    delete: (name: string) => `Deleted ${name}.`,
    restore: (name: string) => `Restored ${name}.`,
    restoreVersion: (name: string) => `Restored the earlier version of ${name}.`,
  },
  failed: {
    approve: (name: string) => `Couldn't approve ${name}.`,
    reject: (name: string) => `Couldn't reject ${name}.`,
    withdraw: (name: string) => `Couldn't undo the decision on ${name}.`,
    restore: (name: string) => `Couldn't restore ${name}.`,
    restoreVersion: (name: string) => `Couldn't restore the earlier version of ${name}.`,
  },
};

export const list = {
  filters: { all: 'All', approved: 'Approved', rejected: 'Rejected', pending: 'Pending' },
  columnChoices: { all: 'All', review: 'Review', contact: 'Contact' },
  columns: {
    ...fields,
    socialMedia: 'Social Media',
    images: 'Images',
    status: 'Status',
    action: 'Action',
  },
};
