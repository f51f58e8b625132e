import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { factEventId } from '@directory/domain';
import type { EventStore, NewEvent } from '@directory/domain/event-store';
import { openLog } from '@directory/projections/stores';
import type { BenchStores } from './bench-stores.ts';
import { compare, rate, type Figure } from './measure.ts';

const count = 2_000;

/** Appends that are waited for, alone and many at once, against writing as many bytes to a file and syncing each. */
export async function benchAppend(
  { eventstoreUrl }: BenchStores,
  dataDir: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const log = await openLog({ dataDir, eventstoreUrl });
  const file = openSync(join(dataDir, 'raw'), 'a');
  const bytes = Buffer.from(JSON.stringify(newEvent()));
  const reference = () =>
    rate(count, async () => {
      for (let index = 0; index < count; index += 1) {
        writeSync(file, bytes);
        fdatasyncSync(file);
      }
    });
  const figures: Figure[] = [];
  for (const atOnce of [1, 64]) {
    const ours = () => rate(count, () => appendAll(log, atOnce));
    const rates = await compare(rounds, { ours, reference });
    const name = atOnce === 1 ? 'append, one after the other' : `append, ${String(atOnce)} waiting`;
    figures.push({ name, unit: 'events/s', ...rates, against: 'raw write + fdatasync of each' });
  }
  closeSync(file);
  await log.close();
  return figures;
}

async function appendAll(log: EventStore, atOnce: number): Promise<void> {
  const one = async (lane: number) => {
    for (let index = lane; index < count; index += atOnce)
      await log.append(`visits-${String(index % 200)}`, [newEvent()], { expected: 'any' });
  };
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => one(lane)));
}

function newEvent(): NewEvent {
  const id = factEventId();
  const time = new Date().toISOString();
  return {
    id,
    type: 'BusinessViewed',
    data: { businessId: id, ownerId: id, viewedAt: time, receivedAt: time, firstToday: true },
    metadata: {
      commandId: id,
      correlationId: id,
      actor: { id: null, role: 'visitor' },
      time,
      schema: 1,
    },
  };
}
