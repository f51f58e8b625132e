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
  rejectedBecause: 'Not approved:',
  rejectedHint: 'Edit and save it to send it for review again.',
  pendingHint: (workingDays: number | null) =>
    workingDays === null
      ? 'Waiting for review.'
      : `Waiting for review. Usually reviewed within ${inWorkingDays(workingDays)}.`,
  approvedHint: 'Visible to the public.',
  seePublic: 'View public page',
  failed: "Couldn't load this business.",
  unsaved: 'You have unsaved changes. Select Edit to continue.',
  gone: "This business doesn't exist or isn't yours.",
  toDashboard: 'My Businesses',
  retry: 'Retry',
  saved: 'Saved. Your business is now waiting for review.',
  form: {
    title: 'Edit your business',
    save: 'Save',
    cancel: 'Cancel',
    unchanged: 'There are no changes to save.',
    failed: "Couldn't save your changes. They are still here; please try again.",
    keepPhoto: 'Keep current photo',
    willHide: (workingDays: number | null) =>
      `It will be hidden from visitors until an administrator has reviewed it${
        workingDays === null ? '' : `, usually within ${inWorkingDays(workingDays)}`
      }.`,
    staysPublic:
      'Visitors will still see the approved version until an administrator has reviewed this one.',
    warnTitle: 'Save and send for review?',
    warnCancel: 'Keep editing',
    warnSave: 'Save and send for review',
    leaveTitle: 'Leave without saving?',
    leaveDiscards: 'Your changes will be discarded.',
    leaveKeeps: "Your changes aren't saved yet. They stay on this device until you come back.",
    restored: 'Your unsaved changes were restored.',
    leaveStay: 'Stay on page',
    leave: 'Leave without saving',
    sections: ['Basic details', 'Location and category', 'Web and social links', 'About and photo'],
  },
  history: {
    title: 'Review history',
    failed: "Couldn't load the history.",
    by: { user: 'by you', admin: 'by an administrator', system: 'by the site', visitor: '' },
    events: eventLabels,
    changed: (fields: readonly string[]) => `Changed: ${fields.join(', ')}`,
  },
};
