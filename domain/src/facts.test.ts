import { expect, onTestFinished, test, vi } from 'vitest';
import { currentSchema } from './business/upcast.ts';
import { Unavailable, type EventStore } from './event-store/event-store.ts';
import { recordOperation } from './facts.ts';
import { commandLine, type OperationEvent } from './operations.ts';

const event: OperationEvent = { type: 'ViewPaused', data: { view: 'listings' } };
const performed = {
  actor: commandLine,
  correlationId: '00000000-0000-4000-8000-000000000000',
  time: '2026-11-22T10:00:00.000Z',
};

function recordWith(append: EventStore['append']) {
  return recordOperation({ append }, event, performed);
}

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
