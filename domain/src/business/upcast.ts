import type { NewEvent, RecordedEvent } from '../event-store/event-store.ts';
import { isObject } from '../shared/unknown.ts';

type Upcaster = (data: object) => object;

/**
 * The steps from each schema to the next, by event type. All types share one count of schemas, so a type whose shape stayed the
 * same has no step there.
 */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/**
 * A new field that may be null needs no new schema, which older processes would refuse: here a step from the current schema, which all
 * events go through, adds null for it. Steps also get data without the personal fields: encrypted, or of an erased owner.
 */
const upcasters: Upcasters = {
  BusinessSubmitted: { 2: withLaterDetails },
  BusinessImported: { 2: withLaterDetails },
};

/**
 * The schema that events are written with today. 2 has the shape of 1: encrypted events got it, so that releases that cannot decrypt
 * them refuse to decide on the listing.
 */
export const currentSchema: number = 2;

/** Turns an event of an older schema into the current one, step by step; the metadata keep the stored schema. */
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
  return due.reduce((data, [, step]) => step(data), event.data);
}

function withLaterDetails(data: object): object {
  if (!('details' in data) || !isObject(data.details) || 'openingTimes' in data.details)
    return data;
  return { ...data, details: { ...data.details, openingTimes: null } };
}
