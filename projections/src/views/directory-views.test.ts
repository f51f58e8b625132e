import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { decodeEvent, type DomainEvent, type Recorded } from '@directory/domain';
import type { RecordedEvent } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { foldedRecorded } from '../testing/folded.ts';
import { directoryViews } from './directory-views.ts';

/**
 * What each version of a view makes of the stored events of earlier releases. Another digest needs another version: without it,
 * documents that are stored already stay as they were.
 */
const digests = {
  'listings 6': '5504ea110b86e2c0',
  'approved-list 4': '65193cc1c0a5b543',
  'owner-summary 2': '7503db44bcd29f2a',
  'hourly-views 2 Asia/Kuala_Lumpur': 'd4a006c051b465b8',
  'reviews 4': 'ae12342c101b3e6e',
  'audit 1': '3b4f09b02b884629',
};

test('a view that makes other documents of the same events has another version', () => {
  const events = storedEvents();
  const found = Object.values(directoryViews('Asia/Kuala_Lumpur')).map((view) => {
    const documents = [...foldedRecorded<object>(view, events)];
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
