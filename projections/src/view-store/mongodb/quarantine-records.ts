import { MongoBulkWriteError, type Collection, type Db } from 'mongodb';
import * as z from 'zod';
import { storedQuarantinedKey } from '../stored-shapes.ts';
import type { GenerationChanges, QuarantinedKey } from '../view-store.ts';

type QuarantineRecord = QuarantinedKey & { readonly _id: string; readonly generation: string };

export async function prepareQuarantine(db: Db): Promise<void> {
  await quarantineRecords(db).createIndexes([{ key: { generation: 1, key: 1 } }]);
}

export async function readQuarantine(
  db: Db,
  generation: string,
): Promise<readonly QuarantinedKey[]> {
  const found = quarantineRecords(db).find({ generation }).sort({ key: 1 });
  return z.array(storedQuarantinedKey).parse(await found.toArray());
}

/** A key that is there already only takes the later count of what was diverted. */
export async function writeQuarantine(
  db: Db,
  { generation, quarantined }: GenerationChanges,
): Promise<void> {
  if (quarantined.length === 0) return;
  const writes = quarantined.map(({ diverted, upTo, ...key }) => ({
    updateOne: {
      filter: { _id: `${generation}/${key.key}`, upTo: { $lt: upTo } },
      update: { $set: { diverted, upTo }, $setOnInsert: { generation, ...key } },
      upsert: true,
    },
  }));
  await quarantineRecords(db).bulkWrite(writes, { ordered: false }).catch(unlessLaterCount);
}

export async function dropQuarantine(db: Db, generation: string): Promise<void> {
  await quarantineRecords(db).deleteMany({ generation });
}

function quarantineRecords(db: Db): Collection<QuarantineRecord> {
  return db.collection<QuarantineRecord>('quarantine');
}

/** An upsert that a later count keeps from matching meets the same id. */
function unlessLaterCount(error: unknown): void {
  const isLater =
    error instanceof MongoBulkWriteError &&
    [error.writeErrors].flat().every(({ code }) => code === 11_000);
  if (!isLater) throw error;
}
