import type { SiteResponse } from '@directory/api/contracts';
import { useResource } from '../resource/use-resource.ts';

/** The settings of this installation; undefined until they are known, and while they cannot be had. */
export function useSite(): SiteResponse | undefined {
  return useResource<SiteResponse>('/api/site').data;
}
