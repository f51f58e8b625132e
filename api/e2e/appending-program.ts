import { randomUUID } from 'node:crypto';
import type { ExpectedRevision, NewEvent } from '@directory/domain/event-store';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';

/**
 * Appends to the log named on the command line until it is killed, and says on a line of its own what was acknowledged. Some
 * streams are written with a check of their revision and some without; several of these programs may write at once.
 */
const store = await openSqliteEventStore({ file: process.argv[2] ?? '' });
const writers = 16;
await Promise.all(Array.from({ length: writers }, (_, index) => appendForEver(index)));

async function appendForEver(index: number): Promise<never> {
  for (let round = 0; ; round += 1)
    await (index % 2 === 0 ? appendToOwnStream() : appendToSharedStream(round % 3));
}

async function appendToOwnStream(): Promise<void> {
  const stream = `business-${randomUUID()}`;
  let expected: ExpectedRevision = 'none';
  for (let round = 0; round < 4; round += 1) expected = await appendGroup(stream, expected);
}

async function appendToSharedStream(number: number): Promise<void> {
  await appendGroup(`visits-${number}`, 'any');
}

/** The events of one append name their group, so that half of one would show. */
async function appendGroup(stream: string, expected: ExpectedRevision): Promise<number> {
  const group = randomUUID();
  const size = 1 + Math.floor(Math.random() * 3);
  const events = Array.from({ length: size }, () => eventOf(group, size));
  const { revision } = await store.append(stream, events, { expected });
  process.stdout.write(`${stream} ${group} ${revision}\n`);
  return revision;
}

function eventOf(group: string, size: number): NewEvent {
  return {
    id: randomUUID(),
    type: 'BusinessViewed',
    data: { group, size, padding: 'x'.repeat(Math.floor(Math.random() * 500)) },
    metadata: {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      actor: { id: null, role: 'visitor' },
      time: new Date().toISOString(),
      schema: 1,
    },
  };
}
