import type { NewEvent, RecordedEvent } from '../event-store/event-store.ts';
import { recordOf } from '../shared/collections.ts';
import { isObject } from '../shared/unknown.ts';
import type { DetailField } from './details.ts';

type Upcaster = (data: object) => object;

/**
 * The steps from each schema to the next, by event type. All types share one count of schemas, so a type whose shape stayed the
 * same has no step there.
 */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/**
 * The schema that events are written with today. 2 has the shape of 1: encrypted events got it, so that releases that cannot decrypt
 * them refuse to decide on the listing.
 */
export const currentSchema: number = 2;

/** The fields that listings got later. They may be null, so they need no new schema, which older processes would refuse. */
const laterFields = ['openingTimes'] as const satisfies readonly DetailField[];

/** All events go through the steps of the current schema. Steps also get data without the personal fields: encrypted, or of an erased owner. */
const upcasters: Upcasters = {
  BusinessSubmitted: { [currentSchema]: withLaterFields('details') },
  BusinessImported: { [currentSchema]: withLaterFields('details') },
  OwnerErased: { [currentSchema]: withLaterFields('remaining') },
};

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

/** Adds null for each later field that the details of an event lack. */
function withLaterFields(part: 'details' | 'remaining'): Upcaster {
  return (data) => {
    const details: unknown = Reflect.get(data, part);
    if (!isObject(details)) return data;
    const missing = laterFields.filter((field) => !(field in details));
    if (missing.length === 0) return data;
    return { ...data, [part]: { ...details, ...recordOf(missing, () => null) } };
  };
}
