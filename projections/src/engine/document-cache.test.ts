import { toPosition } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { DocumentCache } from './document-cache.ts';

const maxInUse = 2;
const [first, second] = [toPosition(1), toPosition(2)];

/** Uses documents as a batch of events does, and stores them. */
function useIn(cache: DocumentCache, ...ids: readonly string[]): void {
  for (const id of ids) if (!cache.find(id)) cache.put(id, { position: first, doc: { id } });
  cache.settle();
}

test('a document stays until the limit was passed twice without it, and one that was used stays longer', () => {
  const cache = new DocumentCache(maxInUse, {});
  useIn(cache, 'old', 'busy');
  for (let batch = 0; batch < 3; batch += 1) useIn(cache, 'busy');
  expect(cache.find('old')).toMatchObject({ doc: { id: 'old' } });
  useIn(cache, 'b');
  useIn(cache, 'busy', 'c', 'd');
  useIn(cache, 'busy', 'e', 'f');
  expect(cache.find('old')).toBeUndefined();
  expect(cache.find('busy')).toMatchObject({ doc: { id: 'busy' } });
});

test('a document that changed twice is written once, from what is stored, and not again', () => {
  const cache = new DocumentCache(maxInUse, {});
  const document = cache.put('a', { position: first, doc: { text: 'stored' } });
  cache.replace(document, { text: 'changed' }, second);
  cache.replace(document, { text: 'again' }, toPosition(3));
  expect(cache.changedCount).toBe(1);
  const change = { id: 'a', from: first, to: toPosition(3), doc: { text: 'again' } };
  expect(cache.changes()).toEqual([change]);
  cache.settle();
  expect(cache.changes()).toEqual([]);
  cache.replace(document, null, toPosition(4));
  expect(cache.changes()).toEqual([{ ...change, from: change.to, to: toPosition(4), doc: null }]);
});
