import type { Db } from 'mongodb';
import type { CommitOutcome, GenerationChanges } from '../view-store.ts';
import { documentsOf, writeDocuments } from './documents.ts';
import { dropIfGone, whileWritable } from './generations.ts';
import { pathTo, viewRecords, writeQuarantine, type GenerationRecord } from './records.ts';

/**
 * Documents first, each by compare-and-set on its position, and the checkpoint last. What is cut off in between is folded once
 * more and changes nothing, as a document knows which events are in it.
 */
export async function writeBatch(
  db: Db,
  batch: readonly GenerationChanges[],
): Promise<CommitOutcome> {
  const outcomes = await Promise.all(batch.map((changes) => writeGeneration(db, changes)));
  return {
    lost: outcomes.flatMap(({ lost }) => lost),
    refused: outcomes.flatMap(({ refused }) => refused),
  };
}

async function writeGeneration(db: Db, changes: GenerationChanges): Promise<CommitOutcome> {
  const { generation, documents } = changes;
  const refused = { lost: [], refused: [generation] };
  const record = await announce(db, changes);
  if (!record) return refused;
  const lost = await writeDocuments(documentsOf(db, generation), documents);
  if (lost.length > 0) return { lost: lost.map((id) => ({ generation, id })), refused: [] };
  await writeQuarantine(db, changes);
  if (await moveCheckpoint(db, changes, mayDiffer(changes, record)))
    return { lost: [], refused: [] };
  await dropIfGone(db, generation);
  return refused;
}

/**
 * Records up to where documents are about to be written, so that after a crash in the middle the next writer still reports the
 * change to readers. Null when the generation may not be written.
 */
async function announce(db: Db, changes: GenerationChanges): Promise<GenerationRecord | null> {
  const { generation, documents } = changes;
  const filter = whileWritable(generation);
  const upTo = documents.reduce((last, { to }) => (to > last ? to : last), '');
  const found =
    upTo === ''
      ? await viewRecords(db).findOne(filter)
      : await viewRecords(db).findOneAndUpdate(filter, {
          $max: { [pathTo(generation, 'writtenUpTo')]: upTo },
        });
  return found?.generations[generation] ?? null;
}

function mayDiffer({ documents }: GenerationChanges, before: GenerationRecord): boolean {
  return documents.length > 0 || before.writtenUpTo > before.position;
}

/** How many events a view handled up to a position is the same for everybody, so it grows only with the position. */
async function moveCheckpoint(
  db: Db,
  { generation, position, anchor, handled }: GenerationChanges,
  changed: boolean,
): Promise<boolean> {
  const { matchedCount } = await viewRecords(db).updateOne(whileWritable(generation), {
    $max: { [pathTo(generation, 'position')]: position, [pathTo(generation, 'handled')]: handled },
    $set: {
      [pathTo(generation, 'updatedAt')]: new Date().toISOString(),
      ...(anchor && { [pathTo(generation, 'anchor')]: anchor }),
    },
    ...(changed && { $inc: { [pathTo(generation, 'changes')]: 1 } }),
  });
  return matchedCount === 1;
}
