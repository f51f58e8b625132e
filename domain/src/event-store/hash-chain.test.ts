import { expect, test } from 'vitest';
import { someEvent, someMetadata } from '../testing/events.ts';
import { toPosition, type RecordedEvent } from './event-store.ts';
import { eventHash, firstTamperedRevision } from './hash-chain.ts';

function chainOf(count: number): RecordedEvent[] {
  const chain: RecordedEvent[] = [];
  for (let revision = 0; revision < count; revision += 1) {
    const before = chain.at(-1);
    const metadata = someMetadata(before ? { previous: eventHash(before) } : {});
    const place = { stream: 'business-1', revision, position: toPosition(revision + 1) };
    chain.push({ ...someEvent({ data: { number: revision, name: 'Nasi' }, metadata }), ...place });
  }
  return chain;
}

function changed(
  chain: readonly RecordedEvent[],
  at: number,
  change: (event: RecordedEvent) => Partial<RecordedEvent>,
): RecordedEvent[] {
  return chain.map((event, index) => (index === at ? { ...event, ...change(event) } : event));
}

test('the hash is the SHA-256 of the canonical JSON of type, data and metadata', () => {
  const metadata = {
    commandId: '0190b5b4-1f2e-7c55-8a77-000000000001',
    correlationId: '0190b5b4-1f2e-7c55-8a77-000000000002',
    actor: { id: null, role: 'admin' as const },
    time: '2026-11-21T08:00:00.000Z',
    schema: 1,
  };
  // Made with sha256sum from the JSON with its keys sorted.
  expect(
    eventHash(someEvent({ type: 'BusinessApproved', data: { b: null, a: [1, 'é'] }, metadata })),
  ).toBe('10b60127d6a3ed84d4aa1ac8adb5e186942cfc4d24e163a0b28391bffdb3b158');
});

test('the hash is independent of key order and event id', () => {
  const event = someEvent({ data: { one: 1, two: { three: 3, four: 4 } } });
  const { commandId, ...rest } = event.metadata;
  const reordered = someEvent({
    type: event.type,
    data: { two: { four: 4, three: 3 }, one: 1 },
    metadata: { ...rest, commandId },
  });
  expect(eventHash(reordered)).toBe(eventHash(event));
});

test('a chain is valid when each event holds the hash of its predecessor', async () => {
  expect(await firstTamperedRevision([])).toBeNull();
  expect(await firstTamperedRevision(chainOf(1))).toBeNull();
  expect(await firstTamperedRevision(chainOf(6))).toBeNull();
});

test.each<[string, (event: RecordedEvent) => Partial<RecordedEvent>]>([
  ['type', () => ({ type: 'BusinessRejected' })],
  ['data', () => ({ data: { number: 2, name: 'Nasi Goreng' } })],
  ['time', ({ metadata }) => ({ metadata: { ...metadata, time: '2026-11-22T08:00:00.000Z' } })],
  ['actor', ({ metadata }) => ({ metadata: { ...metadata, actor: { id: 'x', role: 'user' } } })],
])('a changed %s breaks the chain at the event that follows', async (_, change) => {
  expect(await firstTamperedRevision(changed(chainOf(6), 2, change))).toBe(3);
});

test('a removed event breaks the chain at its revision', async () => {
  expect(await firstTamperedRevision(chainOf(6).toSpliced(2, 1))).toBe(3);
});

test('reordered events break the chain', async () => {
  const chain = chainOf(6);
  const [second, third] = [chain[2], chain[3]];
  if (!second || !third) throw new Error('too short');
  expect(await firstTamperedRevision(chain.toSpliced(2, 2, third, second))).toBe(3);
});

test('a missing hash, or a hash on the first event, breaks the chain', async () => {
  const without = changed(chainOf(4), 2, () => ({ metadata: someMetadata() }));
  expect(await firstTamperedRevision(without)).toBe(2);
  const onFirst = changed(chainOf(4), 0, () => ({
    metadata: someMetadata({ previous: '0'.repeat(64) }),
  }));
  expect(await firstTamperedRevision(onFirst)).toBe(0);
});
