import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentSchema } from './business/upcast.ts';
import type { NewEvent } from './event-store/event-store.ts';
import { openSqliteEventStore } from './event-store/sqlite/sqlite-event-store.ts';
import type { DirectoryLog } from './personal-data/directory-log.ts';
import { readHistory } from './read-history.ts';
import { businessStream, parseBusinessId } from './business/events.ts';
import { sleep } from './shared/timers.ts';
import { businessId, edited, ownerId, submitted } from './testing/builders.ts';
import { withKeysInMemory } from './testing/memory-keys.ts';

let folder: string;
let log: DirectoryLog;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'directory-log-'));
  log = withKeysInMemory(await openSqliteEventStore({ file: join(folder, 'events.db') }));
});
afterEach(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

const edits = 2_000;

async function fill(): Promise<void> {
  const events = [
    submitted(),
    ...Array.from({ length: edits }, (_, number) => edited({ synopsis: `Edit ${number}` })),
  ].map((event): NewEvent => {
    const metadata = {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      actor: { id: ownerId, role: 'user' },
      time: '2026-11-21T08:00:00.000Z',
      schema: currentSchema,
    } as const;
    return { id: randomUUID(), ...event, metadata };
  });
  const stream = businessStream(businessId);
  const encrypted = await log.personalData.encrypt(events);
  const { revision } = await log.append(stream, encrypted.slice(0, edits / 2), {
    expected: 'none',
  });
  await log.append(stream, encrypted.slice(edits / 2), { expected: revision });
}

test('readHistory reads all events of a listing', async () => {
  await fill();
  const { stored, history } = await readHistory(log, businessId);
  expect([stored.length, history.length]).toEqual([edits + 1, edits + 1]);
  expect(history.at(-1)?.data).toEqual(edited({ synopsis: `Edit ${edits - 1}` }).data);
});

test('readHistory lets others work while it decrypts thousands of events', async () => {
  await fill();
  let slices = 0;
  let othersRan = 0;
  const other = setInterval(() => (othersRan += 1), 0);
  await readHistory(
    {
      stored: log.stored,
      personalData: {
        ...log.personalData,
        decrypt(events) {
          slices += 1;
          const end = performance.now() + 10;
          while (performance.now() < end);
          return log.personalData.decrypt(events);
        },
      },
    },
    businessId,
  );
  clearInterval(other);
  expect(slices).toBeGreaterThan(10);
  expect(othersRan).toBeGreaterThan(slices / 2);
});

test('readHistory reads a listing once at a time, for all who wait, and others beside it', async () => {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const held = {
    ...log,
    stored: {
      ...log.stored,
      async readStream(name: string) {
        begun.push(name);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return [];
      },
    },
  };
  const [own, other] = [businessStream(businessId), parseBusinessId('01KAJ8Y3ZR7QW2V5N6M4T9X0CE')];
  const first = readHistory(held, businessId);
  await sleep(0);
  const later = [businessId, businessId, other].map((id) => readHistory(held, id));
  await sleep(0);
  expect(begun).toEqual([own, businessStream(other)]);
  waiting[0]?.();
  await first;
  await sleep(0);
  expect(begun).toEqual([own, businessStream(other), own]);
  for (const end of waiting) end();
  await Promise.all(later);
  expect(begun).toHaveLength(3);
});
