import type { Db } from 'mongodb';
import type { CommitOutcome, GenerationChanges } from '../view-store.ts';
import { documentsOf, writeDocuments } from './documents.ts';
import { dropIfGone, whileWritable } from './generations.ts';
import { pathTo, viewRecords, writeQuarantine } from './records.ts';

/**
 * Documents first, each by compare-and-set on its position, and the checkpoint last. What is cut off in between is folded once
 * more and changes nothing, as a document knows which events are in it; readers learn of it with the checkpoint.
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
  if (!(await isWritable(db, generation))) return refused;
  const lost = await writeDocuments(documentsOf(db, generation), documents);
  if (lost.length > 0) return { lost: lost.map((id) => ({ generation, id })), refused: [] };
  await writeQuarantine(db, changes);
  if (await moveCheckpoint(db, changes)) return { lost: [], refused: [] };
  await dropIfGone(db, generation);
  return refused;
}

async function isWritable(db: Db, generation: string): Promise<boolean> {
  const options = { projection: { _id: 1 } };
  return (await viewRecords(db).findOne(whileWritable(generation), options)) !== null;
}

/** How many events a view handled up to a position is the same for everybody, so it grows only with the position. */
async function moveCheckpoint(
  db: Db,
  { generation, documents, position, anchor, handled }: GenerationChanges,
): Promise<boolean> {
  const { matchedCount } = await viewRecords(db).updateOne(whileWritable(generation), {
    $max: { [pathTo(generation, 'position')]: position, [pathTo(generation, 'handled')]: handled },
    $set: {
      [pathTo(generation, 'updatedAt')]: new Date().toISOString(),
      ...(anchor && { [pathTo(generation, 'anchor')]: anchor }),
    },
    ...(documents.length > 0 && { $inc: { [pathTo(generation, 'changes')]: 1 } }),
  });
  return matchedCount === 1;
}
