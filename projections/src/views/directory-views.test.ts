import { decodeEvent } from '@directory/domain';
import { expect, test } from 'vitest';
import { foldedRecorded } from '../testing/folded.ts';
import { digestOf, goldenEvents } from '../testing/recorded.ts';
import { directoryViews } from './directory-views.ts';

/**
 * What each version of a view makes of the stored events of earlier releases, after each of them. Another digest needs another version: without it,
 * documents that are stored already stay as they were.
 */
const digests = {
  'listings 6': 'a4d6dcf72e2e890e',
  'approved-list 4': '275ab3232d34d76d',
  'owner-summary 2': 'ea97a5e52fd63068',
  'hourly-views 2 Asia/Kuala_Lumpur': '14eb125d829860d8',
  'reviews 4': 'b960dcf6abd27c56',
  'audit 1': '99134d4e31d442a6',
};

test('a view that makes other documents of the same events has another version', () => {
  const events = goldenEvents()
    .map(decodeEvent)
    .filter((event) => event !== null);
  const found = Object.values(directoryViews('Asia/Kuala_Lumpur')).map((view) => {
    const documents = events.flatMap((_, last) => [
      ...foldedRecorded<object>(view, events.slice(0, last + 1)),
    ]);
    return [`${view.name} ${view.version}`, digestOf(documents.map(inOrder))];
  });
  expect(Object.fromEntries(found)).toEqual(digests);
});

function inOrder([id, document]: readonly [string, object]) {
  return [id, Object.entries(document).toSorted(([one], [other]) => (one < other ? -1 : 1))];
}
