import type { BusinessEvent } from '@directory/domain';

/** What happens to a listing itself, as against what visitors do with it. */
export const businessEventTypes = [
  'BusinessSubmitted',
  'BusinessImported',
  'BusinessEdited',
  'BusinessApproved',
  'BusinessRejected',
  'DecisionWithdrawn',
  'BusinessDeleted',
  'BusinessRestored',
] as const satisfies readonly BusinessEvent['type'][];

export type BusinessEventType = (typeof businessEventTypes)[number];
