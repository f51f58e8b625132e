import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useOwnerTexts } from '../texts/owner-texts.ts';
import { rejectionSentence } from './rejection-sentence.ts';

type RejectionNoteProps = { readonly reason: OwnBusinessResponse['rejectionReason'] };

/** Why a listing was turned down, in the words of whoever looked at it. */
export function RejectionNote({ reason }: RejectionNoteProps) {
  const texts = useOwnerTexts();
  return <>{rejectionSentence(reason, texts.rejections) ?? texts.dashboard.noReason}</>;
}
