import { NamedError } from './unknown.ts';

/** Every way the rules can refuse a command, with the sentence a person is shown. */
const sentences = {
  'business-not-found': 'There is no such business.',
  'business-already-exists': 'This business exists already.',
  'business-already-decided': 'Somebody has already made a different decision on this business.',
  'business-has-owner': 'Only its owner can edit this business.',
  'business-not-deleted': 'This business has not been deleted.',
  'business-erased': 'This business was erased with its owner and cannot be restored.',
  'no-decision-to-withdraw':
    'There is no decision to withdraw: this business is waiting for review.',
  'wrong-revision': 'This listing changed since you last saw it.',
  'edited-meanwhile': 'Somebody changed this listing in the meantime.',
  'command-id-reused': 'This was already sent with different content. Please check what was saved.',
  'required-field-missing': 'A required field is missing.',
  'required-field-cleared': 'A required field cannot be emptied.',
  'sub-category-of-another-category': 'The sub-category belongs to another category.',
  'half-a-location': 'A location needs both a latitude and a longitude.',
} as const;

export type RejectionCode = keyof typeof sentences;

export function isRejectionCode(text: string): text is RejectionCode {
  return Object.hasOwn(sentences, text);
}

/** A command the rules refuse: expected, safe to show, never logged as a fault. */
export class Rejection extends NamedError {
  readonly code: RejectionCode;
  /** The fields of the form that caused it, where any did. */
  readonly fields: readonly string[];

  constructor(code: RejectionCode, ...fields: readonly string[]) {
    super(sentences[code]);
    this.code = code;
    this.fields = fields;
  }
}
