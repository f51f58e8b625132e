import type { VisitsResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';

/** The last answer stays while the next one is awaited, so that the page keeps its height. */
export function useVisits(path: string): Resource<VisitsResponse> & { readonly isOld: boolean } {
  const visits = useResource<VisitsResponse>(path);
  const { data, error } = visits;
  const [latest, setLatest] = useState(data);
  if (data && data !== latest) setLatest(data);
  const isOld = !data && error === undefined && latest !== undefined;
  return { ...visits, data: isOld ? latest : data, isOld };
}
