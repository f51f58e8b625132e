import type { ListingPageResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';
import { useStaysPublic } from '../../../shared/listing/listing-parts.tsx';
import { readStored, writeStored } from '../../../shared/local-storage.ts';

/**
 * A page of the listings that wait for review, and how many there are of each status: what is hidden from visitors now comes first,
 * then what has waited longest.
 */
export function useReviewQueue(page = 1): Resource<ListingPageResponse> {
  const query = queryOf({ status: 'pending', sort: 'review', page });
  return useResource<ListingPageResponse>(`/api/businesses${query}`);
}

/** Whether visitors cannot have seen a listing while it had this status. */
export function useIsHidden(status: string | null): boolean {
  const staysPublic = useStaysPublic();
  return status === 'rejected' || status === 'deleted' || (status === 'pending' && !staysPublic);
}

/** The query string with its question mark, for the address of a page or the API. Leaves out what is not chosen, and the first page. */
export function queryOf(chosen: Readonly<Record<string, string | number | null>>): string {
  const given = Object.entries(chosen).flatMap(([name, value]) =>
    value && !(name === 'page' && value === 1) ? [[name, String(value)]] : [],
  );
  const query = new URLSearchParams(given).toString();
  return query && `?${query}`;
}

/** A setting of this browser; null until it is chosen. Without storage it lasts until the page is left. */
export function useSetting(key: string): readonly [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => readStored(key));
  return [
    value,
    (next) => {
      setValue(next);
      writeStored(key, next);
    },
  ];
}
