import { count, number } from './count.ts';

/** The directory and a place as they were. */
export const asOfTexts = {
  title: 'Directory as of a date',
  lead: 'Every listing as it was at the end of a day, from the event log.',
  date: 'Date',
  category: 'Category',
  anyCategory: 'All categories',
  show: 'Show',
  status: 'Status',
  statuses: {
    listed: 'All but deleted',
    approved: 'Approved',
    pending: 'Pending',
    rejected: 'Rejected',
    deleted: 'Deleted',
  },
  option: (label: string, amount: number) => `${label} (${number.format(amount)})`,
  found: (amount: number, day: string, zone: string) =>
    `${count(amount, 'listing', 'listings')} at the end of ${day} (${zone}).`,
  failed: "Couldn't load the directory as of this date.",
  loading: 'Reading the event log…',
  none: 'No listings',
  noneText: 'Try another date, status or category.',
  changed: (when: string) => `Last event on ${when}`,
  publicPage: 'Page as visitors saw it',
  details: 'All fields and history',
  past: {
    onDate: (when: string) => `on ${when}`,
    afterEvent: (revision: number) => `after event ${number.format(revision)}`,
    seen: (moment: string) => `This is the page as visitors saw it ${moment}.`,
    hidden: (moment: string) => `Visitors couldn't see this listing ${moment}.`,
    title: 'Earlier version of a page',
    titleOf: (name: string) => `${name}: earlier version`,
    history: 'History',
    myBusiness: 'My business',
    current: 'Current page',
    loading: 'Loading...',
    denied: 'Only the owner of a listing and admins can see earlier versions of its page.',
    failed: "Couldn't load the earlier version.",
  },
};
