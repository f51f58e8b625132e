import type { RecordedEvent } from '../event-store/event-store.ts';

type Upcaster = (data: object) => object;

/** By event type and by the schema that it leads away from, to the one after it. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/** Schema 1 is the only one that was ever written, so nothing has to be lifted yet. */
const upcasters: Upcasters = {};

/** The schema that events are written with today. */
export const currentSchema = 1;

/** Lifts an event of an older shape to today's, step by step; the metadata keep saying what was stored. */
export function upcast(event: RecordedEvent, table: Upcasters = upcasters): RecordedEvent {
  const steps = table[event.type];
  if (!steps) return event;
  let { data } = event;
  let schema = event.metadata.schema;
  for (let lift = steps[schema]; lift; lift = steps[schema]) {
    data = lift(data);
    schema += 1;
  }
  return { ...event, data };
}
