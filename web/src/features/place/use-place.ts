import type { BusinessDetailResponse, BusinessWithoutStats } from '@directory/api/contracts';
import { useResource, type Resource } from '../../shared/resource/use-resource.ts';

export function usePlace(id: string): Resource<BusinessDetailResponse> {
  return useResource<BusinessDetailResponse>(`/api/businesses/${encodeURIComponent(id)}`);
}

/** The place that the link to this page brought along, if it did and it is the right one. */
export function placeFromState(state: unknown, id: string): BusinessWithoutStats | null {
  if (!isObject(state) || !isPlace(state['place'])) return null;
  return state['place'].id === id ? state['place'] : null;
}

/** States outlive a release in the history of a tab, so what the page cannot do without is looked at. */
function isPlace(value: unknown): value is BusinessWithoutStats {
  return (
    isObject(value) &&
    typeof value['id'] === 'string' &&
    typeof value['businessName'] === 'string' &&
    typeof value['businessInfo'] === 'string' &&
    Array.isArray(value['facilities'])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
