import { useSite, useUsualWait } from '../resource/use-resource.ts';
import { myBusinessTexts } from '../../texts/owner-texts.ts';

const { form: texts } = myBusinessTexts;

/** What visitors see of a public listing while a change of it is reviewed. */
export function VisibilityNote() {
  const staysPublic = useSite()?.keepLastApprovedPublic ?? false;
  const workingDays = useUsualWait();
  return <p>{staysPublic ? texts.staysPublic : texts.willHide(workingDays)}</p>;
}
