import type { ReasonCode } from '@directory/api/contracts';
import { readSaved } from '../../../shared/listing-form/saved-forms.ts';
import { draftKey, writeStored } from '../../../shared/local-storage.ts';
import { rejectionLabels } from '../../../texts/business-texts.ts';

/** A rejection that is being written. */
export type RejectionDraft = { readonly code: ReasonCode | null; readonly text: string };

/** Where this device stores the rejection that an admin has not sent: of a listing, or of the selected ones. */
export function rejectionKey(adminId: string, of: string): string {
  return draftKey(adminId, `${of}:rejection`);
}

/** Null for none, and once it is older than 30 days. */
export function readRejection(key: string): RejectionDraft | null {
  const saved = readSaved(key, new Date());
  if (saved === null) return null;
  const { code, text } = saved;
  return { code: isReasonCode(code) ? code : null, text: typeof text === 'string' ? text : '' };
}

/** Kept when the session expires or the page is reloaded, until it is sent or cancelled. */
export function saveRejection(key: string, draft: RejectionDraft): void {
  writeStored(key, JSON.stringify({ ...draft, savedAt: new Date().toISOString() }));
}

export function isReasonCode(code: unknown): code is ReasonCode {
  return typeof code === 'string' && Object.hasOwn(rejectionLabels, code);
}
