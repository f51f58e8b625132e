import { businesses, count } from './count.ts';

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
};

export const dashboard = {
  title: 'Dashboard',
  navigation: 'Dashboard',
  menu: 'Menu',
  closeMenu: 'Close menu',
  greeting: (fullName: string) => `Welcome, ${fullName}`,
  home: 'Home',
  main: 'Go to Main Page',
  add: 'Add Business',
  businesses: 'My Businesses',
  analytics: 'Analytics',
  account: 'Account',
  logout: 'Logout',
  overview: 'Dashboard Overview',
  total: 'Total Businesses',
  approved: 'Approved',
  pending: 'Pending',
  rejected: 'Rejected',
  addNew: 'Add New Business',
  viewMine: 'View My Businesses',
  firstTitle: 'Put your business on the map',
  firstText:
    'It takes about five minutes: the basics, a pin on the map, a short description and a photo.',
  removed: 'Removed businesses',
  removedBy: 'was removed by an administrator on',
  removedHint: "Visitors can't see it, and it can't be edited.",
  rejectedTitle: 'Needs your attention',
  rejectedWas: 'was not approved',
  noReason: 'No reason given.',
  fix: 'Fix and resubmit',
  addTitle: 'Add Business',
  addText:
    'Five short steps. Your answers are saved on this device, so you can stop and continue later.',
  addSteps: [
    'Basic details and contact',
    'Location and category',
    'Web and social links, if you have any',
    'Description, facilities and photo',
    'Review and submit',
  ],
  addStart: 'Add your business',
  addResume: 'Continue your draft',
  draftWaits: 'You started adding a business on this device.',
  listTitle: 'My Submitted Businesses',
  none: 'No businesses added yet.',
  shown: businesses,
  noneOfStatus: (status: string) => `You have no ${status} businesses.`,
  all: 'All',
  filter: 'Show',
  details: 'View Details',
  failed: "We couldn't load this. Please try again.",
};

/** A field that a later release added has no label here and is shown by its name. */
export function fieldLabel(field: string): string {
  const labels: Readonly<Record<string, string>> = fields;
  return labels[field] ?? field;
}

const inWorkingDays = (amount: number) => count(amount, 'working day', 'working days');

export const myBusinessTexts = {
  title: 'My business',
  loading: 'Loading business details...',
  edit: 'Edit',
  notProvided: 'Not Provided',
  noDescription: 'No Description Available',
  noName: 'No Name Available',
  yearOpened: 'Year Opened',
  synopsis: 'Synopsis',
  details: 'Details',
  rejectedBecause: 'Not approved. Reason:',
  rejectedHint: 'Edit and save to submit it again.',
  pendingHint: (workingDays: number | null) =>
    workingDays === null
      ? "Waiting for review. Visitors can't see it yet."
      : `Waiting for review, usually within ${inWorkingDays(workingDays)}. Visitors can't see it yet.`,
  approvedHint: 'Live.',
  seePublic: 'View public page',
  failed: "We couldn't load this business.",
  unsaved: 'You have unsaved changes. Choose Edit to continue.',
  gone: "We couldn't find this business in your account. It may have been removed.",
  toDashboard: 'My Businesses',
  retry: 'Retry',
  saved: 'Saved. Your business is waiting for review.',
};

export const form = {
  title: 'Edit your business',
  correctTitle: 'Correct this listing',
  sectionLinks: 'Sections',
  changes: (amount: number) => count(amount, 'change', 'changes'),
  changed: (fields: readonly string[]) => `Changed: ${fields.join(', ')}.`,
  currentPhoto: 'Current photo',
  noPhoto: 'No photo yet',
  save: 'Save',
  cancel: 'Cancel',
  unchanged: 'There are no changes to save.',
  failed: "We couldn't save your changes. They are still here; please try again.",
  conflict:
    'Somebody changed this listing while you were editing it. Your entries are still here: check these fields, then save again to use yours.',
  notShownYet:
    'This listing changed, and the change is not shown yet. Your entries are still here: please try again later.',
  conflictField: (label: string, now: string | null) =>
    now === null ? `${label}: changed meanwhile` : `${label}: now “${now}”`,
  pin: 'Latitude and longitude',
  keepPhoto: 'Keep the current photo',
  willHide: (workingDays: number | null) =>
    `Your listing will be hidden from visitors until an administrator has reviewed it${
      workingDays === null ? '' : `, usually within ${inWorkingDays(workingDays)}`
    }.`,
  staysPublic: 'Visitors will keep seeing the approved version until the new one is reviewed.',
  warnTitle: 'Submit these changes?',
  warnCancel: 'Keep editing',
  warnSave: 'Save and submit',
  discardTitle: 'Discard your changes?',
  discardText: 'Your listing stays as it was.',
  discard: 'Discard',
  leaveKeeps: "Your changes are saved on this device but haven't been submitted.",
  notSaved: 'Not saved on this device. Save before you close this page.',
  restored: 'We restored your unsaved changes.',
  sections: ['Basic details', 'Location and category', 'Web and social links', 'About and photo'],
};

export const history = {
  title: 'Review history',
  failed: "We couldn't load the history.",
  times: (zone: string) => `Times are in ${zone}.`,
  by: { user: 'by you', admin: 'by an administrator', system: 'automatically', visitor: '' },
  asVisitors: 'Page as visitors saw it then',
  restoredVersion: 'An earlier version was restored.',
  changed: (fields: readonly string[]) => `Changed: ${fields.join(', ')}`,
  older: 'Show older events',
  restore: 'Restore this version',
  restoreOf: (when: string) => `Restore this version of ${when}`,
  restored: 'Restored. Your business is waiting for review.',
};

export const restoring = {
  title: 'Restore this version?',
  changed: (fields: readonly string[]) => `This will change: ${fields.join(', ')}.`,
  photoDeleted: 'Its photo is no longer stored, so your current photo stays.',
  waits: 'It will wait for review before it goes live.',
  confirm: 'Restore and submit',
  failed: "We couldn't restore this version. Please try again.",
};
