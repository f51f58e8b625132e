import type { OwnBusinessResponse } from '@directory/api/contracts';
import { aPlace } from './a-place.ts';

/** A listing as its owner and admins see it, waiting for its first review. */
export function anOwnBusiness(given: Partial<OwnBusinessResponse> = {}): OwnBusinessResponse {
  return {
    ...aPlace(),
    status: 'pending',
    approvedAt: null,
    user_id: 'owner-1',
    revision: 0,
    submittedAt: '2026-11-20T08:00:00.000Z',
    changedAt: '2026-11-20T08:00:00.000Z',
    wasPublic: false,
    rejectionReason: null,
    ...given,
  };
}
