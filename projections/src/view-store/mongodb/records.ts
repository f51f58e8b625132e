import { startOfLog } from '@directory/domain/event-store';
import type { Collection, Db, Filter } from 'mongodb';
import * as z from 'zod';
import { onDisk } from '../../mongodb/mongo-access.ts';
import {
  storedAnchor,
  storedGeneration,
  storedPosition,
  type Generation,
  type LiveState,
} from '../view-store.ts';

const generationRecord = storedGeneration.extend({
  /** Counts the generations of a view. */
  number: z.int(),
  /** Absent where a release from before anchors wrote last. */
  anchor: storedAnchor.nullable().default(null),
  /** Grows with every commit that writes documents, also where no event changed them. */
  changes: z.int(),
  /** Created before it answers reads. A release from before this created them at once. */
  indexes: z.array(z.string()).default([]),
  /** Only releases from before 2026-11-23 read it. */
  writtenUpTo: storedPosition.default(startOfLog),
});

const viewRecord = z.object({
  _id: z.string(),
  /** Grows with every generation that is begun. */
  begun: z.int(),
  live: z.string().nullable(),
  generations: z.record(z.string(), generationRecord),
});

export type GenerationRecord = z.infer<typeof generationRecord>;
/** All that is known of a view, in one document, so that every decision about it is one conditional update. */
export type ViewRecord = z.infer<typeof viewRecord>;

/**
 * On disk when a write is acknowledged, and with it all that was written before: after a crash of the server no counter of changes
 * repeats itself with other documents.
 */
export function viewRecords(db: Db): Collection<ViewRecord> {
  return db.collection<ViewRecord>('views', onDisk);
}

export async function readView(db: Db, view: string): Promise<ViewRecord | null> {
  return viewRecord.nullable().parse(await viewRecords(db).findOne({ _id: view }));
}

export async function readViews(db: Db): Promise<readonly ViewRecord[]> {
  return z.array(viewRecord).parse(await viewRecords(db).find().sort({ _id: 1 }).toArray());
}

/** Each view that has a live generation, by name. */
export async function readLiveStates(db: Db): Promise<ReadonlyMap<string, LiveState>> {
  const states = new Map<string, LiveState>();
  for (const { _id: view, live, generations } of await viewRecords(db).find().toArray()) {
    if (live === null) continue;
    const { handled = 0, changes = 0, position = startOfLog } = generations[live] ?? {};
    states.set(view, { live, token: `${live}.${handled}.${changes}`, position });
  }
  return states;
}

/** The view of a generation. Names of views have no underscore. */
export function viewOf(generation: string): string {
  return generation.split('_', 1).join();
}

/** The path of a generation's record, or of a field of it, in the record of its view. */
export function pathTo(generation: string, field?: keyof GenerationRecord): string {
  const path = `generations.${generation}`;
  return field ? `${path}.${field}` : path;
}

/** Matches a view while a generation of it may be written. */
export function whileWritable(id: string): Filter<ViewRecord> {
  const state = pathTo(id, 'state');
  return { _id: viewOf(id), $or: [{ [state]: 'rebuilding' }, { [state]: 'running', live: id }] };
}

export function toGenerations({ _id: view, live, generations }: ViewRecord): readonly Generation[] {
  return Object.entries(generations)
    .sort(([, one], [, other]) => one.number - other.number)
    .map(([id, record]) => toGeneration(id, record, { view, live: id === live }));
}

export function toGeneration(
  id: string,
  { version, position, anchor, handled, state, error, updatedAt }: GenerationRecord,
  where: Pick<Generation, 'view' | 'live'>,
): Generation {
  return { id, ...where, version, position, anchor, handled, state, error, updatedAt };
}
