import type { BusinessResponse } from '@directory/api/contracts';
import { useResource, type Resource } from '../../shared/resource/use-resource.ts';

/** Every approved place, newest approval first. */
export function usePlaceList(): Resource<readonly BusinessResponse[]> {
  return useResource<readonly BusinessResponse[]>('/api/businesses/approved');
}
