import { count } from './count.ts';
import { eventLabels } from './business-texts.ts';

const inWorkingDays = (amount: number) => count(amount, 'working day', 'working days');

export const myBusinessTexts = {
  title: 'My business',
  loading: 'Loading business details...',
  back: 'Back',
  edit: 'Edit',
  notProvided: 'Not Provided',
  noDescription: 'No Description Available',
  noName: 'No Name Available',
  yearOpened: 'Year Opened',
  synopsis: 'Synopsis',
  details: 'Details',
  status: 'Status',
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
  form: {
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
    leaveTitle: 'Leave this page?',
    leaveDiscards: 'Your changes will be lost.',
    leaveKeeps: "Your changes are kept on this device but haven't been submitted.",
    notSaved: 'Not saved on this device. Save before you close this page.',
    restored: 'We restored your unsaved changes.',
    leaveStay: 'Stay',
    leave: 'Leave',
    sections: ['Basic details', 'Location and category', 'Web and social links', 'About and photo'],
  },
  history: {
    title: 'Review history',
    failed: "We couldn't load the history.",
    times: (zone: string) => `Times are in ${zone}.`,
    by: { user: 'by you', admin: 'by an administrator', system: 'automatically', visitor: '' },
    events: eventLabels,
    asVisitors: 'Page as visitors saw it then',
    restoredVersion: 'An earlier version was restored.',
    changed: (fields: readonly string[]) => `Changed: ${fields.join(', ')}`,
    restore: 'Restore this version',
    restoreOf: (when: string) => `Restore this version of ${when}`,
    restored: 'Restored. Your business is waiting for review.',
  },
  restoring: {
    title: 'Restore this version?',
    changed: (fields: readonly string[]) => `This will change: ${fields.join(', ')}.`,
    photoDeleted: 'Its photo is no longer stored, so your current photo stays.',
    waits: 'It will wait for review before it goes live.',
    cancel: 'Cancel',
    confirm: 'Restore and submit',
    failed: "We couldn't restore this version. Please try again.",
  },
};
