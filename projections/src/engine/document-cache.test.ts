import { toPosition } from '@directory/domain/event-store';
import { expect, test } from 'vitest';
import { DocumentCache } from './document-cache.ts';

const maxInUse = 2;
const [first, second] = [toPosition(1), toPosition(2)];

/** Changes documents as a batch of events does, and stores them. */
function changeIn(cache: DocumentCache, ...ids: readonly string[]): void {
  for (const id of ids) {
    const document = cache.find(id) ?? cache.put(id, { position: first, doc: { id } });
    cache.replace(document, { id }, second);
  }
  cache.settle();
}

test('a document stays until there are more than the limit, and then if it was just stored', () => {
  const cache = new DocumentCache(maxInUse, {});
  changeIn(cache, 'old', 'busy');
  for (let batch = 0; batch < 3; batch += 1) changeIn(cache, 'busy');
  expect(cache.find('old')).toMatchObject({ doc: { id: 'old' } });
  changeIn(cache, 'busy', 'b');
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
