import type { RejectionCode } from '@directory/api/contracts';

/** In the order in which reviewers choose from them. */
export const rejectionCodes = [
  'wrong-category',
  'contact',
  'location',
  'photo',
  'duplicate',
  'outside',
  'incomplete',
  'spam',
  'other',
] as const satisfies readonly RejectionCode[];
