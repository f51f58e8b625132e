import { randomUUID } from 'node:crypto';
import type { ExpectedRevision, NewEvent } from '@directory/domain/event-store';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';
import { randomNumbers } from '../../projections/src/testing/random-numbers.ts';

/**
 * Appends to the log of the first argument until it is killed, and prints a line for each acknowledged append. Some streams
 * are written with an expected revision and some without; several of these programs may write at once. The second argument
 * seeds the sizes.
 */
const [file = '', seed = '0'] = process.argv.slice(2);
const random = randomNumbers(Math.floor(Number(seed) * 1_000_000));
const store = await openSqliteEventStore({ file });
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
  const size = 1 + Math.floor(random() * 3);
  const events = Array.from({ length: size }, () => eventOf(group, size));
  const { revision } = await store.append(stream, events, { expected });
  process.stdout.write(`${stream} ${group} ${revision}\n`);
  return revision;
}

function eventOf(group: string, size: number): NewEvent {
  return {
    id: randomUUID(),
    type: 'BusinessViewed',
    data: { group, size, padding: 'x'.repeat(Math.floor(random() * 500)) },
    metadata: {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      actor: { id: null, role: 'visitor' },
      time: new Date().toISOString(),
      schema: 1,
    },
  };
}
