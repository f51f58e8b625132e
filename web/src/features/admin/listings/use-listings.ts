import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useResource, type Resource } from '../../../shared/resource/use-resource.ts';

/** Every business that is not deleted, the newest first. */
export function useListings(): Resource<readonly OwnBusinessResponse[]> {
  return useResource<readonly OwnBusinessResponse[]>('/api/businesses');
}

/** Those that are deleted, the newest first. */
export function useDeletedListings(): Resource<readonly OwnBusinessResponse[]> {
  return useResource<readonly OwnBusinessResponse[]>('/api/businesses?deleted=true');
}
