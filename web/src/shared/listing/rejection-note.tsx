import type { OwnBusinessResponse } from '@directory/api/contracts';
import { ownerTexts as texts } from '../../texts/owner-texts.ts';
import { rejectionSentence } from './rejection-sentence.ts';

type RejectionNoteProps = { readonly reason: OwnBusinessResponse['rejectionReason'] };

/** Why a listing was turned down, in the words of whoever looked at it. */
export function RejectionNote({ reason }: RejectionNoteProps) {
  return <>{rejectionSentence(reason, texts.rejections) ?? texts.dashboard.noReason}</>;
}
