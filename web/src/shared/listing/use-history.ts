import type { HistoryResponse } from '@directory/api/contracts';
import { queryOf } from '../navigation/query.ts';
import { useResource, type Resource } from '../resource/use-resource.ts';

export type HistoryEntry = HistoryResponse['entries'][number];

/** The part of a history to load, as the API names it: `at` is a time or a revision; the others choose a page. */
export type HistoryQuery = Readonly<
  Partial<Record<'at' | 'before' | 'after' | 'limit', string | number | null>>
>;

/** The history of a listing: its newest page, unless another is asked for. No request without a listing. */
export function useHistory(
  id: string | undefined,
  asked: HistoryQuery = {},
): Resource<HistoryResponse> {
  const path = `/api/businesses/${encodeURIComponent(id ?? '')}/history${queryOf(asked)}`;
  return useResource<HistoryResponse>(path, id !== undefined);
}

/** Whether `at` is a revision and not a time. */
export function isRevision(at: string): boolean {
  return /^\d{1,9}$/.test(at);
}
