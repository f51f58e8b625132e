import {
  historyResponse,
  type HistoryResponse,
  type OwnBusinessResponse,
  type PastBusinessResponse,
} from '@directory/api/contracts';
import { anOwnBusiness } from './an-own-business.ts';

export type HistoryEntry = HistoryResponse['entries'][number];

/** As its owner sees it, who learns nobody's name. */
export function aHistoryEntry(given: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    revision: 0,
    type: 'BusinessSubmitted',
    time: '2026-11-01T00:00:00.000Z',
    actor: { role: 'user', id: null, name: null },
    status: 'pending',
    changes: [],
    reason: null,
    demonstration: false,
    ...given,
  };
}

export function aHistory(
  id: string,
  entries: HistoryEntry[],
  given: Partial<HistoryResponse> = {},
): HistoryResponse {
  return { id, entries, business: null, chain: null, ...given };
}

/** A business as its history shows it; parsing leaves out the visits. */
export function aPastBusiness(given: Partial<OwnBusinessResponse> = {}): PastBusinessResponse {
  return historyResponse.shape.business.unwrap().parse({ ...anOwnBusiness(given), deleted: false });
}
