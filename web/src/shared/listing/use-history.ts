import type { HistoryResponse } from '@directory/api/contracts';
import { useResource, type Resource } from '../resource/use-resource.ts';

export type HistoryEntry = HistoryResponse['entries'][number];

/** The history of a listing, up to `at`, a time or a revision, if given. */
export function useHistory(id: string, at: string | null = null): Resource<HistoryResponse> {
  const query = at === null ? '' : `?${new URLSearchParams({ at }).toString()}`;
  return useResource<HistoryResponse>(`/api/businesses/${encodeURIComponent(id)}/history${query}`);
}
