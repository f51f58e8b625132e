import type { Collection, Db } from 'mongodb';
import * as z from 'zod';
import { storedPosition } from '../stored-shapes.ts';
import type { Generation } from '../view-store.ts';

const generationRecord = z.object({
  /** Counts the generations of a view. */
  number: z.int(),
  version: z.string(),
  position: storedPosition,
  handled: z.int(),
  /** Grows whenever documents may have changed. */
  changes: z.int(),
  /** No document holds a later event: what lies between the checkpoint and this may have been written already. */
  writtenUpTo: storedPosition,
  state: z.enum(['running', 'paused', 'failed', 'rebuilding']),
  error: z.string().nullable(),
  updatedAt: z.string(),
});

const viewRecord = z.object({
  _id: z.string(),
  /** How many generations were begun. */
  begun: z.int(),
  live: z.string().nullable(),
  generations: z.record(z.string(), generationRecord),
});

export type GenerationRecord = z.infer<typeof generationRecord>;
/** All that is known of a view, in one document, so that every decision about it is one conditional update. */
export type ViewRecord = z.infer<typeof viewRecord>;

export function viewRecords(db: Db): Collection<ViewRecord> {
  return db.collection<ViewRecord>('views');
}

export async function readView(db: Db, view: string): Promise<ViewRecord | null> {
  return viewRecord.nullable().parse(await viewRecords(db).findOne({ _id: view }));
}

export async function readViews(db: Db): Promise<readonly ViewRecord[]> {
  return z.array(viewRecord).parse(await viewRecords(db).find().sort({ _id: 1 }).toArray());
}

/** The view of a generation. Names of views have no underscore. */
export function viewOf(generation: string): string {
  return generation.split('_', 1).join();
}

/** Where a generation's record lies within its view's. */
export function pathTo(generation: string, field?: keyof GenerationRecord): string {
  const path = `generations.${generation}`;
  return field ? `${path}.${field}` : path;
}

export function toGenerations({ _id: view, live, generations }: ViewRecord): readonly Generation[] {
  return Object.entries(generations)
    .sort(([, one], [, other]) => one.number - other.number)
    .map(([id, record]) => toGeneration(id, record, { view, live: id === live }));
}

export function toGeneration(
  id: string,
  { version, position, handled, state, error, updatedAt }: GenerationRecord,
  where: Pick<Generation, 'view' | 'live'>,
): Generation {
  return { id, ...where, version, position, handled, state, error, updatedAt };
}
