import type { RejectionCode } from '@directory/api/contracts';
import { useTextsOf } from './texts.ts';

const rejections: Readonly<Record<RejectionCode, string>> = {
  'wrong-category': 'Wrong category',
  contact: 'Missing or wrong contact',
  location: 'Location pin wrong',
  photo: 'Photo unsuitable',
  duplicate: 'Duplicate',
  outside: 'Outside Kampong Bharu',
  incomplete: 'Incomplete details',
  spam: 'Spam or fake',
  other: 'Other',
};

const english = {
  rejections,
  fields: {
    businessName: 'Business name',
    phone: 'Phone',
    operatingHours: 'Operating hours',
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
  },
  dashboard: {
    title: 'Dashboard',
    navigation: 'Dashboard',
    closeMenu: 'Close the menu',
    collapse: 'Collapse the menu',
    expand: 'Expand the menu',
    greeting: (fullName: string) => `Welcome, ${fullName}`,
    home: 'Home',
    main: 'Go to Main Page',
    add: 'Add Business',
    businesses: 'My Businesses',
    analytics: 'Analytics',
    logout: 'Logout',
    overview: 'Dashboard Overview',
    total: 'Total Businesses',
    approved: 'Approved',
    pending: 'Pending',
    rejected: 'Rejected',
    addNew: 'Add New Business',
    viewMine: 'View My Businesses',
    firstTitle: 'Put your business on the map of the kampung',
    firstText:
      'It takes about five minutes: the basics, the place on the map, a few words and a photo.',
    rejectedTitle: 'Needs your attention',
    rejectedWas: 'was not approved',
    noReason: 'No reason was given.',
    fix: 'View and edit',
    addTitle: 'Add Business',
    addText:
      'Five short steps. What you enter is kept on this device until you submit it, so you can stop and go on later.',
    addSteps: [
      'Basic details and how to reach you',
      'The place on the map and the kind of business',
      'Web and social links, if you have some',
      'A few words, facilities and a photo',
      'A last look before you submit',
    ],
    addStart: 'Add your business',
    addResume: 'Go on with what you have started',
    listTitle: 'My Submitted Businesses',
    none: 'No businesses added yet.',
    noneOfStatus: (status: string) => `You have no ${status} businesses.`,
    all: 'All',
    filter: 'Show',
    details: 'View Details',
    loading: 'Loading…',
    failed: 'This could not be loaded just now.',
    retry: 'Retry',
  },
};

export type OwnerTexts = typeof english;

export function useOwnerTexts(): OwnerTexts {
  return useTextsOf({ en: english });
}
