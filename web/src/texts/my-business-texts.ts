import { count } from '../shared/texts/count.ts';
const events: Readonly<Record<string, string>> = {
  BusinessSubmitted: 'Submitted',
  BusinessImported: 'Taken over from open data',
  BusinessEdited: 'Edited',
  BusinessApproved: 'Approved',
  BusinessRejected: 'Rejected',
  DecisionWithdrawn: 'Decision taken back',
  BusinessDeleted: 'Deleted',
  BusinessRestored: 'Restored',
};

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
  rejectedHint: 'Edit it and save, and it is looked at again.',
  pendingHint: (workingDays: number | null) =>
    workingDays === null
      ? 'It waits for an administrator.'
      : `It waits for an administrator. Usually reviewed within ${inWorkingDays(workingDays)}.`,
  approvedHint: 'Visitors can see it.',
  seePublic: 'See it as visitors do',
  failed: 'This business could not be loaded just now.',
  unsaved: 'You changed something here that is not saved yet. Edit shows it again.',
  gone: 'This business is not among yours, or not there any more.',
  toDashboard: 'My Businesses',
  retry: 'Retry',
  saved: 'Saved. Your business now waits for review.',
  form: {
    title: 'Edit your business',
    save: 'Save',
    cancel: 'Cancel',
    unchanged: 'Nothing has changed yet, so there is nothing to save.',
    failed: 'Your changes could not be saved. They are still here; please try again.',
    keepPhoto: 'Keep the old photo',
    willHide: (workingDays: number | null) =>
      `It will be hidden from visitors until an administrator has looked at it${
        workingDays === null ? '' : `, usually within ${inWorkingDays(workingDays)}`
      }.`,
    staysPublic:
      'Visitors go on seeing the version that was approved until an administrator has looked at this one.',
    warnTitle: 'Save and send it to review?',
    warnCancel: 'Go on editing',
    warnSave: 'Save and send to review',
    leaveTitle: 'Leave without saving?',
    leaveDiscards: 'What you changed has not been saved and is discarded.',
    leaveKeeps:
      'What you changed has not been saved. It stays on this device until you come back to it.',
    restored: 'These are your changes from before. They are not saved yet.',
    leaveStay: 'Stay here',
    leave: 'Leave without saving',
    sections: ['Basic details', 'Location and category', 'Web and social links', 'About and photo'],
  },
  history: {
    title: 'Review history',
    failed: 'The history could not be loaded just now.',
    by: { user: 'by you', admin: 'by an administrator', system: 'by the site', visitor: '' },
    events,
    changed: (fields: readonly string[]) => `Changed: ${fields.join(', ')}`,
  },
};
