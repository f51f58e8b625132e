import type { PastBusinessResponse } from '@directory/api/contracts';
import { textFields, type FieldChange } from '../listings/fields.tsx';

/** The fields, the photo among them, in which two versions of a listing differ, in the order of the table. */
export function fieldChanges(
  before: PastBusinessResponse,
  after: PastBusinessResponse,
): readonly FieldChange[] {
  return [...textFields, 'imagePath' as const]
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
