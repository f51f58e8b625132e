import { businesses, count, number } from './count.ts';

/** The names of the fields of a business. */
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
};

export const login = {
  title: 'Admin Panel',
  subtitle: 'Login to continue',
  username: 'Username',
  password: 'Password',
  submit: 'Login',
  forgot: 'Forgot your password?',
  failed: 'Invalid username or password. Please try again.',
  unreachable: "Couldn't reach the directory. Please try again later.",
  expired: 'Session expired',
  recovered: (left: number) =>
    `You used a recovery code. ${left === 1 ? '1 is' : `${left || 'None'} are`} left. You can make new ones in “Your account”.`,
  back: 'Back',
  usernameMissing: 'Enter your username.',
};

export const frame = {
  panel: 'Admin Panel',
  settingsFailed: "Couldn't load the settings of the site, so dates and times are missing.",
  navigation: 'Admin',
  overview: 'Overview',
  review: 'Review queue',
  list: 'View Business List',
  deleted: 'Deleted businesses',
  asOf: 'As of a date',
  audit: 'Audit',
  reports: 'Reports',
  operations: 'Operations',
  site: 'View site',
  logout: 'Logout',
  skip: 'Skip to content',
  account: (username: string) => `Logged in as ${username}.`,
  ownAccount: 'Your account',
  times: (zone: string) => `Times are in ${zone}.`,
};

export const common = {
  retry: 'Retry',
  cancel: 'Cancel',
  empty: '–',
  newTab: '(opens in a new tab)',
  failed: "Couldn't load the businesses.",
  undo: 'Undo',
  photo: { added: 'Photo added', changed: 'Photo changed', removed: 'Photo removed' },
};

export const dashboard = {
  title: 'Admin Panel',
  welcome: (username: string) => `Welcome, ${username}!`,
  lead: 'Listings to review, and totals by status.',
  waiting: 'Waiting for review',
  approved: 'Approved',
  rejected: 'Rejected',
  total: 'All businesses',
  queue: 'Review queue',
  queueLead: (amount: number) =>
    amount === 0
      ? 'No listings to review.'
      : `${businesses(amount)} ${amount === 1 ? 'is' : 'are'} waiting for review.`,
  hidden: (amount: number) =>
    `${amount} of them ${amount === 1 ? 'was' : 'were'} live and ${amount === 1 ? 'stays' : 'stay'} hidden until you decide.`,
  wereLive: (amount: number) => `${amount} of them ${amount === 1 ? 'was' : 'were'} live before.`,
  startReview: 'Start reviewing',
  seeList: 'View Business List',
};

export const ages = {
  waiting: (age: string) => `waiting ${age}`,
  now: 'less than a minute',
  days: (days: number, hours: number) => (hours === 0 ? `${days} d` : `${days} d ${hours} h`),
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,
  minutes: (minutes: number) => `${minutes} min`,
  levels: { fresh: '', late: 'late', overdue: 'overdue' },
};

export const decisions = {
  approve: 'Approve',
  reject: 'Reject',
  reasonsTitle: 'Reason for rejection',
  approveTitle: 'Approve this business?',
  approveText: (name: string) => `${name} will go live immediately.`,
  rejectTitle: (name: string) => `Reject ${name}`,
  rejectLead: 'The owner will see this reason and can edit and resubmit the listing.',
  comment: 'Message to the owner (optional)',
  commentRequired: 'Message to the owner',
  charactersLeft: (left: number) => `${count(left, 'character', 'characters')} left`,
  preview: 'What the owner will see',
  previewRejected: 'Your listing was not approved.',
  chooseReason: 'Choose a reason.',
  enterComment: 'Describe the problem.',
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
  notShownYet: 'The lists are behind and will show this later.',
  dismiss: 'Dismiss',
};

export const deletion = {
  title: 'Delete business',
  question: 'Are you sure you want to delete this business?',
  confirm: 'Delete',
  done: 'Business deleted successfully!',
  doneTitle: 'Deleted',
  failed: 'Failed to delete the business.',
  failedTitle: 'Delete failed',
  note: 'You can restore it under “Deleted businesses”.',
};

export const list = {
  title: 'Business List',
  /** Where there is little room. */
  demonstration: 'Demo',
  filter: 'Status',
  filters: { all: 'All', approved: 'Approved', rejected: 'Rejected', pending: 'Pending' },
  option: (label: string, amount: number) => `${label} (${number.format(amount)})`,
  search: 'Business name',
  sort: 'Sort by',
  newestFirst: 'Newest first',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  columnChoice: 'Columns',
  columnChoices: { all: 'All 18', review: 'Review', contact: 'Contact' },
  details: 'Details',
  caption: (label: string) => `${label} businesses`,
  region: 'Business list, scrolls sideways',
  shown: (first: number, last: number, total: number) =>
    total === 0
      ? 'No businesses'
      : `${number.format(first)}–${number.format(last)} of ${businesses(total)}`,
  none: 'No matching businesses',
  noneText: 'Try another name or status.',
  showAll: 'Show all businesses',
  columns: {
    ...fields,
    socialMedia: 'Social Media',
    images: 'Images',
    status: 'Status',
    action: 'Action',
  },
  visit: 'Visit',
  map: 'Map',
  order: 'Order',
  readMore: 'Read More',
  viewImage: 'View Image',
  imageAlt: (name: string) => `Photo of ${name}`,
  changeStatus: 'Change Status',
  approve: 'Approve',
  reject: 'Reject',
  changeStatusOf: (name: string) => `Change Status of ${name}`,
  delete: 'Delete',
};
