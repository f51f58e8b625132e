import { count, number } from './count.ts';

export const review = {
  comparedWith: {
    undone: (when: string) => `The approval was undone on ${when}.`,
    rejected: (when: string) => `Never approved. It was rejected on ${when} and resubmitted.`,
  },
  changedCount: (amount: number, base: 'approved' | 'undone' | 'rejected') => {
    const since = base === 'rejected' ? 'the rejection' : 'approval';
    return amount === 0
      ? `No changes since ${since}.`
      : `${count(amount, 'field', 'fields')} changed since ${since}.`;
  },
  versions: {
    approved: 'Approved version',
    undone: 'Previously approved',
    rejected: 'Rejected version',
  },
  relatedFailed: "Couldn't look for duplicates.",
  historyLink: 'Full history',
  noPhoto: 'No photo',
};

export const audit = {
  roles: {
    admin: 'by an administrator',
    user: 'by the owner',
    system: 'automatically',
    visitor: 'by a visitor',
  },
  event: (revision: number) => `Event ${number.format(revision)}`,
  failed: "Couldn't load the history.",
  restore: 'Restore',
  correct: 'Correct this listing',
};
