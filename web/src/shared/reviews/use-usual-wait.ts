import type { UsualWaitResponse } from '@directory/api/contracts';
import { useResource } from '../resource/use-resource.ts';

/** Within how many working days a review may be expected; null where nobody can tell. */
export function useUsualWait(): number | null {
  const { data } = useResource<UsualWaitResponse>('/api/review-figures/usual-wait');
  return data?.workingDays ?? null;
}
