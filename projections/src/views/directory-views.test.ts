import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { decodeEvent, type DomainEvent, type Recorded } from '@directory/domain';
import type { RecordedEvent } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { foldedRecorded } from '../testing/folded.ts';
import { directoryViews } from './directory-views.ts';

/**
 * What each version of a view makes of the stored events of earlier releases, after each of them. Another digest needs another version: without it,
 * documents that are stored already stay as they were.
 */
const digests = {
  'listings 6': 'bc8e306ea834fd27',
  'approved-list 4': '7da3bc2f98ff7a40',
  'owner-summary 2': '44aa2600e544e961',
  'hourly-views 2 Asia/Kuala_Lumpur': '7472b30a1093760c',
  'reviews 4': '0fd70119266f3231',
  'audit 1': '8a9af5316f329844',
};

test('a view that makes other documents of the same events has another version', () => {
  const events = storedEvents();
  const found = Object.values(directoryViews('Asia/Kuala_Lumpur')).map((view) => {
    const documents = events.flatMap((_, last) => [
      ...foldedRecorded<object>(view, events.slice(0, last + 1)),
    ]);
    const digest = createHash('sha256').update(JSON.stringify(documents.map(inOrder)));
    return [`${view.name} ${view.version}`, digest.digest('hex').slice(0, 16)];
  });
  expect(Object.fromEntries(found)).toEqual(digests);
});

/** The golden files of events in the clear, by their revisions. */
function storedEvents(): readonly Recorded<DomainEvent>[] {
  const folder = new URL('../../../domain/src/golden/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.v1.json'))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as RecordedEvent)
    .toSorted((one, other) => one.revision - other.revision)
    .map(decodeEvent)
    .filter((event) => event !== null);
}

function inOrder([id, document]: readonly [string, object]) {
  return [id, Object.entries(document).toSorted(([one], [other]) => (one < other ? -1 : 1))];
}
