import type { PastBusinessResponse } from '@directory/api/contracts';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { ChangesTable, textFields, type FieldChange } from '../listings/fields.tsx';
import { moveOf } from '../review/pin.ts';
import { Photos, PinSection } from '../review/comparison.tsx';

const { audit } = adminTexts;

type VersionChangesProps = {
  readonly before: PastBusinessResponse;
  readonly after: PastBusinessResponse;
  /** Of the columns. */
  readonly headings: { readonly before: string; readonly after: string };
};

/** What differs between two versions: fields as text, the photos beside each other, and how far the pin was moved. */
export function VersionChanges({ before, after, headings }: VersionChangesProps) {
  const changes = fieldChanges(before, after);
  const texts = changes.filter(({ field }) => field !== 'imagePath');
  return (
    <>
      <p>{audit.differing(changes.length)}</p>
      {texts.length > 0 && (
        <ChangesTable changes={texts} headings={{ ...audit, ...headings }} highlighted />
      )}
      {texts.length < changes.length && <Photos listing={after} changes={changes} />}
      {moveOf(after, changes) && <PinSection listing={after} changes={changes} />}
    </>
  );
}

/** The fields, the photo among them, in which two versions of a listing differ, in the order of the table. */
export function fieldChanges(
  before: PastBusinessResponse,
  after: PastBusinessResponse,
): readonly FieldChange[] {
  return [...textFields, 'imagePath' as const]
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
