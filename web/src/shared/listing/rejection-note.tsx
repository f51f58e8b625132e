import type { OwnBusinessResponse } from '@directory/api/contracts';
import { ownerTexts as texts } from '../../texts/owner-texts.ts';

type RejectionNoteProps = { readonly reason: OwnBusinessResponse['rejectionReason'] };

/** Why a listing was rejected. */
export function RejectionNote({ reason }: RejectionNoteProps) {
  return <>{rejectionSentence(reason, texts.rejections) ?? texts.dashboard.noReason}</>;
}

type Reason = { readonly code: string; readonly text: string };

/** The reason's label and the reviewer's comment; null if there is neither. */
export function rejectionSentence(
  reason: Reason | null,
  labels: Readonly<Record<string, string>>,
): string | null {
  if (!reason) return null;
  const label = reason.code === 'other' && reason.text ? undefined : labels[reason.code];
  return [label, reason.text].filter(Boolean).join(': ') || null;
}
