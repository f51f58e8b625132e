import type { AuditEntryResponse, AuditKind, ReasonCode } from '@directory/api/contracts';
import { count, number } from './count.ts';
import { sharedTexts } from './shared-texts.ts';

/** In the order in which reviewers choose from them. */
export const rejectionLabels: Readonly<Record<ReasonCode, string>> = {
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

const eventLabels: Readonly<Record<string, string>> = {
  BusinessSubmitted: 'Submitted',
  BusinessImported: 'Imported from open data',
  BusinessEdited: 'Edited',
  BusinessApproved: 'Approved',
  BusinessRejected: 'Rejected',
  DecisionWithdrawn: 'Decision undone',
  BusinessDeleted: 'Deleted',
  BusinessRestored: 'Restored',
  OwnerErased: 'Owner erased',
};

/** An event type that a later release added has no label here and is shown by its name. */
export function eventLabel(type: string): string {
  return eventLabels[type] ?? type;
}

/** The chosen reason with the comment on it. */
export function rejectionText({ code, text }: { code: string; text: string }): string {
  const labels: Readonly<Record<string, string>> = rejectionLabels;
  return [labels[code] ?? code, text].filter(Boolean).join(': ');
}

export const auditTexts = {
  title: 'Audit',
  lead: 'Who did what to listings and to the directory, newest first.',
  filters: 'Filter the audit',
  kind: 'What',
  anyKind: 'Everything',
  person: 'Who',
  anyone: 'Anyone',
  system: 'System and command line',
  from: 'From',
  to: 'To',
  show: 'Show',
  clear: 'Clear filters',
  business: (name: string) => `Only ${name}`,
  aBusiness: 'Only one business',
  everyBusiness: 'Show all businesses',
  shown: (amount: number, isAll: boolean) =>
    `${count(amount, 'entry', 'entries')}${isAll ? '' : ' on this page'}`,
  failed: "Couldn't load the audit.",
  none: 'No entries found',
  noneText: 'Try another person, kind or period.',
  pages: 'Pages of the audit',
  newest: 'Newest',
  older: 'Older',
  erased: 'an erased person',
  bySystem: 'by the system',
  by: 'by',
  roles: { admin: 'administrator', user: 'owner', system: 'system', visitor: 'visitor' },
  changed: (labels: readonly string[]) => `Changed: ${labels.join(', ')}`,
  reason: (label: string) => `Reason: ${label}`,
  demonstration: 'Demo data',
  sameDay: 'What else that day?',
  sameDayOf: (kind: string, name: string) => `${kind} by ${name} on this day`,
  ofBusiness: 'All entries for this business',
  kinds: {
    submission: 'Submissions',
    import: 'Imported listings',
    edit: 'Edits',
    approval: 'Approvals',
    rejection: 'Rejections',
    withdrawal: 'Undone decisions',
    deletion: 'Deletions',
    restoration: 'Restorations',
    erasure: 'Erasures',
    operation: 'Operations',
  } satisfies Record<AuditKind, string>,
};

type Operation = Pick<AuditEntryResponse, 'type' | 'view' | 'account' | 'places'>;

const operationTexts: Readonly<Record<string, (name: string, view: string) => string>> = {
  ViewPaused: (_, view) => `Paused the view ${view}`,
  ViewResumed: (_, view) => `Resumed the view ${view}`,
  ViewRebuildRequested: (_, view) => `Requested a rebuild of the view ${view}`,
  MailsRetried: () => 'Had undelivered emails sent again',
  MailsDiscarded: () => 'Discarded undelivered emails',
  AdminCreated: (name) => `Created an administrator: ${name}`,
  AdminRemoved: () => 'Removed an administrator',
  PasswordSet: (name) => `Set a new password for ${name}`,
  AccountDisabled: (name) => `Disabled the account of ${name}`,
  AccountEnabled: (name) => `Enabled the account of ${name}`,
  AccountErased: () => 'Erased an account',
  SecondFactorRemoved: (name) => `Switched off two-step log-in for ${name}`,
  KeyRotated: () => 'Logged everybody out with a new key',
};

/** What was done to the directory itself; the name of the event for one that a later release added. */
export function operationText({ type, view, account, places }: Operation): string {
  if (type === 'PlacesImported' && places)
    return `Imported ${count(places.imported, 'place', 'places')} (${number.format(places.existing)} existed, ${number.format(places.refused)} refused)`;
  return operationTexts[type]?.(account?.name ?? auditTexts.erased, view ?? '') ?? type;
}

/** The directory and a place as they were. */
export const asOfTexts = {
  title: 'Directory as of a date',
  lead: 'Every listing as it was at the end of a day, from the event log.',
  date: 'Date',
  category: 'Category',
  anyCategory: 'All categories',
  show: 'Show',
  status: 'Status',
  statuses: { listed: 'All but deleted', ...sharedTexts.statuses },
  option: (label: string, amount: number) => `${label} (${number.format(amount)})`,
  found: (amount: number, day: string, zone: string) =>
    `${count(amount, 'listing', 'listings')} at the end of ${day} (${zone}).`,
  download: 'Download all but deleted (CSV)',
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
    future: 'The time you chose is in the future.',
    notFound: 'There is no listing or no date at this address.',
    failed: "Couldn't load the earlier version.",
  },
};
