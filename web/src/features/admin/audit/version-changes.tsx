import type { PastBusinessResponse } from '@directory/api/contracts';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { ChangesTable } from '../listings/fields.tsx';
import { moveOf } from '../review/pin.ts';
import { Photos, PinSection } from '../review/comparison.tsx';
import { fieldChanges } from './field-changes.ts';

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
