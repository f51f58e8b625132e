import { decodeEvent } from '@directory/domain';
import { startOfLog, type EventStore } from '@directory/domain/event-store';
import type { AnyView } from '../engine/view.ts';
import { liveGeneration, type ViewStore } from '../view-store/view-store.ts';
import { foldedRecorded } from './folded.ts';

/** Everything in a view's live generation, by id. */
export async function storedView(
  store: ViewStore,
  { name }: Pick<AnyView, 'name'>,
): Promise<ReadonlyMap<string, object>> {
  const generations = await store.generations();
  const live = liveGeneration(generations, name);
  const documents = await store.scan(live?.id ?? '0', { after: '', limit: 100_000 });
  return new Map(documents.flatMap(({ id, doc }) => (doc ? [[id, doc]] : [])));
}

/** What the view has to hold, folded from the log in the simplest way. */
export async function expectedView(
  log: EventStore,
  view: AnyView,
): Promise<ReadonlyMap<string, object>> {
  const events = await log.readAll({ after: startOfLog, limit: 1_000_000 });
  return foldedRecorded(
    view,
    events.map(decodeEvent).filter((event) => event !== null),
  );
}
