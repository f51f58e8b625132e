import { expect, onTestFinished, test, vi } from 'vitest';
import { someEvent } from '../testing/events.ts';
import { startOfLog, Timeout, toPosition, Unavailable, type EventBatch } from './event-store.ts';
import { createWakeUp } from '../shared/timers.ts';
import { followLog } from './follow-log.ts';

test('an append during a read wakes the subscriber without waiting for the next poll', async () => {
  const nothing: EventBatch = { events: [], upTo: startOfLog, isAtHead: true };
  const place = { stream: 'visits-1', revision: 0, position: toPosition(1) };
  const found = { events: [{ ...someEvent(), ...place }], upTo: place.position, isAtHead: true };
  const commits = createWakeUp();
  let reads = 0;
  const batches = followLog(
    {
      readBatch: () => {
        reads += 1;
        // The append lands after the first read looked, and before it returns.
        if (reads === 1) commits.wakeAll();
        return reads > 1 ? found : nothing;
      },
      wakeUp: commits,
      pollIntervalMs: 3_600_000,
      requireOpen: () => undefined,
    },
    { after: startOfLog, signal: new AbortController().signal },
  );
  expect(await batches.next()).toEqual({ done: false, value: nothing });
  expect(await batches.next()).toEqual({ done: false, value: found });
});

test('what was appended is read once', async () => {
  const ended = new AbortController();
  const place = { stream: 'visits-1', revision: 0, position: toPosition(1) };
  const found = { events: [{ ...someEvent(), ...place }], upTo: place.position, isAtHead: true };
  let reads = 0;
  const batches = followLog(
    {
      readBatch: () => {
        reads += 1;
        return found;
      },
      wakeUp: createWakeUp(),
      pollIntervalMs: 3_600_000,
      requireOpen: () => undefined,
    },
    { after: startOfLog, signal: ended.signal },
  );
  expect(await batches.next()).toEqual({ done: false, value: found });
  const next = batches.next();
  await new Promise(setImmediate);
  ended.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(reads).toBe(1);
});

test('a subscription that ended while its batch was worked on reads no more', async () => {
  const ended = new AbortController();
  const readBatch = vi.fn(() => ({ events: [], upTo: startOfLog, isAtHead: true }));
  const wakeUp = createWakeUp();
  const log = { readBatch, wakeUp, pollIntervalMs: 3_600_000, requireOpen: () => undefined };
  const batches = followLog(log, { after: startOfLog, signal: ended.signal });
  await batches.next();
  ended.abort();
  expect(await batches.next()).toEqual({ done: true, value: undefined });
  expect(readBatch).toHaveBeenCalledOnce();
});

test.each([new Unavailable('away'), new Timeout()])(
  'a subscription that is ended while the log throws $name ends without an error',
  async (outage) => {
    const ended = new AbortController();
    const readBatch = vi.fn().mockRejectedValue(outage);
    const wakeUp = createWakeUp();
    const log = { readBatch, wakeUp, pollIntervalMs: 3_600_000, requireOpen: () => undefined };
    const next = followLog(log, { after: startOfLog, signal: ended.signal }).next();
    await expect.poll(() => readBatch.mock.settledResults).toHaveLength(1);
    ended.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  },
);

test('a commit wakes all subscriptions', async () => {
  const wakeUp = createWakeUp();
  const { signal } = new AbortController();
  const sleepers = [wakeUp.sleep(3_600_000, signal), wakeUp.sleep(3_600_000, signal)];
  wakeUp.wakeAll();
  await Promise.all(sleepers);
});

test('a long log is read in turn with other work, up to a batch at the head even where it is empty', async () => {
  const place = { stream: 'visits-1', revision: 0, position: toPosition(1) };
  const full = { events: [{ ...someEvent(), ...place }], upTo: place.position, isAtHead: false };
  const end: EventBatch = { events: [], upTo: place.position, isAtHead: true };
  const batches = followLog(
    {
      readBatch: (after) => (after === startOfLog ? full : end),
      wakeUp: createWakeUp(),
      pollIntervalMs: 3_600_000,
      requireOpen: () => undefined,
    },
    { after: startOfLog, signal: AbortSignal.timeout(10_000) },
  );
  const others = vi.fn();
  setImmediate(others);
  expect(await batches.next()).toEqual({ done: false, value: full });
  expect(await batches.next()).toEqual({ done: false, value: end });
  expect(others).toHaveBeenCalled();
});

test('what the caller takes for a batch is part of the poll interval', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = new AbortController();
  let reads = 0;
  const batches = followLog(
    {
      readBatch: () => {
        reads += 1;
        return { events: [], upTo: startOfLog, isAtHead: true };
      },
      wakeUp: createWakeUp(),
      pollIntervalMs: 1_000,
      requireOpen: () => undefined,
    },
    { after: startOfLog, signal: ended.signal },
  );
  await batches.next();
  await vi.advanceTimersByTimeAsync(900);
  const next = batches.next();
  await vi.advanceTimersByTimeAsync(50);
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(60);
  expect(reads).toBe(2);
  ended.abort();
  await next;
});
