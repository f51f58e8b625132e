import type { ReasonCode } from '@directory/api/contracts';

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
