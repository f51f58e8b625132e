import type { NewEvent, RecordedEvent } from '../event-store/event-store.ts';
import { isObject } from '../shared/unknown.ts';

type Upcaster = (data: object) => object;

/**
 * By event type and by the schema that it leads away from. Schemas are counted over all types, so a type whose shape stayed the
 * same has no step there.
 */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/**
 * A field that may be null needs no new schema, which older processes would refuse: events from before it was there are completed
 * here.
 */
const upcasters: Upcasters = {
  BusinessSubmitted: { 1: withLaterDetails },
  BusinessImported: { 1: withLaterDetails },
};

/** The schema that events are written with today. */
export const currentSchema = 1;

/** Of events with encrypted personal data: a release that cannot decrypt them refuses to decide on the listing. */
export const encryptedSchema = 2;

/** Lifts an event of an older shape to today's, step by step; the metadata keep the stored schema. */
export function upcast(event: RecordedEvent, table: Upcasters = upcasters): RecordedEvent {
  if (!table[event.type]) return event;
  const { id, type, metadata, stream, revision, position } = event;
  return { id, type, data: upcastData(event, table), metadata, stream, revision, position };
}

export function upcastData(
  event: Pick<NewEvent, 'type' | 'data' | 'metadata'>,
  table: Upcasters = upcasters,
): object {
  // Object.entries goes through whole numbers in ascending order.
  const due = Object.entries(table[event.type] ?? {}).filter(
    ([schema]) => Number(schema) >= event.metadata.schema,
  );
  return due.reduce((data, [, lift]) => lift(data), event.data);
}

function withLaterDetails(data: object): object {
  if (!('details' in data) || !isObject(data.details) || 'openingTimes' in data.details)
    return data;
  return { ...data, details: { ...data.details, openingTimes: null } };
}
