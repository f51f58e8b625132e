import {
  startOfLog,
  Unavailable,
  type RecordedEvent,
  type EventBatch,
} from '@directory/domain/event-store';
import { expect, test, vi } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { definitions, useProjectionFixture } from '../testing/projection-fixture.ts';
import { CatchUp } from './catch-up.ts';
import { openFold, type GenerationFold } from './fold.ts';
import type { AnyView } from './view.ts';
import { beginLive, generationOf } from '../testing/notes.ts';
import { ViewStoreUnavailable } from '../view-store/view-store.ts';

const { stores, append } = useProjectionFixture();
const { listings, ownerSummary } = definitions;

const failing: AnyView = {
  ...ownerSummary,
  key: () => {
    throw new Error('no id');
  },
};

async function open(view: AnyView): Promise<GenerationFold> {
  const generation = await beginLive(stores().store, view);
  const fold = await openFold(stores(), view, generation);
  if (!fold) throw new Error('the generation is of another log');
  return fold;
}

async function appendTwo(): Promise<readonly RecordedEvent[]> {
  await append(eventsOf(1).submitted(), eventsOf(2).submitted());
  return stores().log.readAll({ after: startOfLog, limit: 2 });
}

const run = (folds: readonly GenerationFold[], read: () => AsyncIterable<EventBatch>) =>
  new CatchUp({ store: stores().store, folds, read, signal: new AbortController().signal }).run();

function pageOf(event: RecordedEvent): EventBatch {
  return { events: [event], upTo: event.position, isAtHead: false };
}

test('a view that fails does not end the reading for the others', async () => {
  const events = await appendTwo();
  const folds = [await open(failing), await open(listings)];
  await run(folds, async function* () {
    yield* events.map(pageOf);
  });
  expect(await stores().store.generations()).toMatchObject([
    { position: startOfLog },
    { position: events[1]?.position },
  ]);
});

test('nothing more is read once every view has failed', async () => {
  const events = await appendTwo();
  let pages = 0;
  await run([await open(failing)], async function* () {
    for (const event of events) {
      pages += 1;
      yield pageOf(event);
    }
  });
  expect(pages).toBe(1);
});

test('nothing more is read once the signal has fired, and nothing at all without views', async () => {
  const [event] = await appendTwo();
  const fold = await open(listings);
  const ended = new AbortController();
  let pages = 0;
  const given = {
    store: stores().store,
    signal: ended.signal,
    async *read() {
      for (; event && pages < 2; pages += 1) {
        ended.abort();
        yield pageOf(event);
      }
    },
  };
  await new CatchUp({ ...given, folds: [fold] }).run();
  expect(pages).toBe(0);
  await new CatchUp({ ...given, folds: [] }).run();
});

test('what could not be stored is not stored by the same loop', async () => {
  const [event] = await appendTwo();
  const outage = new ViewStoreUnavailable('away');
  const commit = vi.spyOn(stores().store, 'commit').mockRejectedValue(outage);
  const reading = run([await open(listings)], async function* () {
    if (event) yield { ...pageOf(event), isAtHead: true };
  });
  await expect(reading).rejects.toBe(outage);
  expect(commit).toHaveBeenCalledOnce();
});

test('an outage of the log is thrown once what was read before it is stored', async () => {
  const [event] = await appendTwo();
  const fold = await open(listings);
  const outage = new Unavailable('away');
  const reading = run([fold], async function* () {
    if (event) yield pageOf(event);
    throw outage;
  });
  await expect(reading).rejects.toBe(outage);
  expect(await generationOf(stores().store, fold.id)).toMatchObject({ position: event?.position });
});

test('it pauses between two reads only at the head, and no longer once a wait begins', async () => {
  const events = await appendTwo();
  const fold = await open(listings);
  const reading = (read: () => AsyncIterable<EventBatch>) => {
    const { signal } = new AbortController();
    const anHour = 3_600_000;
    return new CatchUp({
      store: stores().store,
      folds: [fold],
      read,
      signal,
      readEveryMs: anHour,
    });
  };
  await reading(async function* () {
    yield* events.map(pageOf);
  }).run();
  expect(await generationOf(stores().store, fold.id)).toMatchObject({
    position: events[1]?.position,
  });
  const atHead = reading(async function* () {
    yield { events: [], upTo: fold.position, isAtHead: true };
  });
  const running = atHead.run();
  atHead.nudge();
  await running;
});
