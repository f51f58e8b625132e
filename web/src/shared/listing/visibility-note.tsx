import type { UsualWaitResponse } from '@directory/api/contracts';
import { useResource, useSite } from '../resource/use-resource.ts';
import { myBusinessTexts } from '../../texts/owner-texts.ts';

const { form: texts } = myBusinessTexts;

/** Whether the last approved version of a listing stays public while a change of it waits for review; false until the settings are loaded. */
export function useStaysPublic(): boolean {
  return useSite()?.keepLastApprovedPublic ?? false;
}

/** In how many working days a review is usually done; null while unknown. */
export function useUsualWait(): number | null {
  const { data } = useResource<UsualWaitResponse>('/api/review-figures/usual-wait');
  return data?.workingDays ?? null;
}

/** What visitors see of a public listing while a change of it is reviewed. */
export function VisibilityNote() {
  const staysPublic = useStaysPublic();
  const workingDays = useUsualWait();
  return <p>{staysPublic ? texts.staysPublic : texts.willHide(workingDays)}</p>;
}
