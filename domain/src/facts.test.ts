import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { currentSchema } from './business/upcast.ts';
import {
  toPosition,
  Unavailable,
  type EventStore,
  type RecordedEvent,
} from './event-store/event-store.ts';
import { appendFact, recordOperation } from './facts.ts';
import { commandLine, type OperationEvent } from './operations.ts';

const event: OperationEvent = { type: 'ViewPaused', data: { view: 'listings' } };
const performed = {
  actor: commandLine,
  correlationId: '00000000-0000-4000-8000-000000000000',
  time: '2026-11-22T10:00:00.000Z',
};

function recordWith(append: EventStore['append']) {
  return recordOperation({ append, readStream: async () => [] }, event, performed);
}

test('appendFact appends nothing where another process appended the same event long before', async () => {
  const eventId = randomUUID();
  const recorded: RecordedEvent[] = [];
  // As EventStoreDB does after a restart, it does not know the event again.
  const log: Parameters<typeof appendFact>[0] = {
    readStream: async (stream) => recorded.filter((each) => each.stream === stream),
    append: async (stream, events) => {
      const revision = recorded.length;
      const position = toPosition(revision + 1);
      recorded.push(...events.map((each) => ({ ...each, stream, revision, position })));
      return { revision, position };
    },
  };
  for (const context of [
    { ...performed, eventId },
    { ...performed, eventId },
    performed,
    performed,
  ])
    await appendFact(log, event, context);
  expect(recorded).toMatchObject([{ id: eventId }, event, event]);
  expect(new Set(recorded.map(({ id }) => id)).size).toBe(3);
});

test('recordOperation appends one event to the stream of operations', async () => {
  const calls: Parameters<EventStore['append']>[] = [];
  const error = await recordWith((...call) => {
    calls.push(call);
    return Promise.reject(new Unavailable('away'));
  });
  expect(error).toEqual(new Unavailable('away'));
  expect(calls).toHaveLength(1);
  expect(calls[0]?.[0]).toBe('operations');
  const metadata = { ...performed, schema: currentSchema };
  expect(calls[0]?.[1]).toMatchObject([{ ...event, metadata }]);
  expect(calls[0]?.[2]).toEqual({ expected: 'any' });
});

test('recordOperation waits ten seconds for a log that does not respond', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let result: Error | null | undefined;
  void recordWith(() => new Promise(() => undefined)).then((error) => (result = error));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(result).toMatchObject({ name: 'Timeout' });
});
