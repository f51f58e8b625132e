import { useSite, useUsualWait } from '../resource/use-resource.ts';
import { myBusinessTexts } from '../../texts/owner-texts.ts';

const { form: texts } = myBusinessTexts;

/** Whether the last approved version of a listing stays public while a change of it waits for review; false until the settings are loaded. */
export function useStaysPublic(): boolean {
  return useSite()?.keepLastApprovedPublic ?? false;
}

/** What visitors see of a public listing while a change of it is reviewed. */
export function VisibilityNote() {
  const staysPublic = useStaysPublic();
  const workingDays = useUsualWait();
  return <p>{staysPublic ? texts.staysPublic : texts.willHide(workingDays)}</p>;
}
