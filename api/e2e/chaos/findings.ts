import { setTimeout as delay } from 'node:timers/promises';
import { startOfLog, type EventStore, type RecordedEvent } from '@directory/domain/event-store';
import { ask } from './asking.ts';
import type { Ledger, ListingStory } from './journal.ts';

/** Holds the log against what people were told. Returns what is wrong, in sentences. */
export async function compareWithLog(ledger: Ledger, log: EventStore): Promise<readonly string[]> {
  const events = await readAll(log);
  const wrongs = ledger.stories.flatMap((story) =>
    wrongsOfStory(
      story,
      events.filter(({ stream }) => stream === `business-${story.id}`),
    ),
  );
  return [...wrongs, ...submittedTwice(ledger, events)];
}

async function readAll(log: EventStore): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after = startOfLog; ;) {
    const page = await log.readAll({ after, limit: 1_000 });
    events.push(...page);
    const last = page.at(-1);
    if (!last) return events;
    after = last.position;
  }
}

/** Each command once and in order, and nothing else but what nobody was told of. */
function wrongsOfStory(story: ListingStory, events: readonly RecordedEvent[]): readonly string[] {
  const extra = events.length - story.told.length;
  const wrongs = story.told.flatMap(({ event, mark }, index) => {
    const there = events[index];
    const isThere =
      there?.type === event && (mark === null || JSON.stringify(there.data).includes(mark));
    return isThere
      ? []
      : [`${event} of ${story.id} was acknowledged and is not in the log as such`];
  });
  if (extra > (story.isOpen ? 1 : 0))
    wrongs.push(`the log of ${story.id} holds ${String(extra)} events that nobody was told of`);
  return wrongs;
}

function submittedTwice(ledger: Ledger, events: readonly RecordedEvent[]): readonly string[] {
  const submissions = events
    .filter(({ type }) => type === 'BusinessSubmitted')
    .map(({ data }) => JSON.stringify(data));
  const names = [
    ...ledger.stories.flatMap(({ told }) => told.at(0)?.mark ?? []),
    ...ledger.openSubmissions,
  ];
  return names
    .filter((name) => submissions.filter((data) => data.includes(name)).length > 1)
    .map((name) => `${name} was submitted twice`);
}

/** No visit twice, none lost, and every replica tells the same. */
export async function compareVisits(
  ledger: Ledger,
  replicas: readonly string[],
  log: EventStore,
): Promise<{ readonly counted: number; readonly wrongs: readonly string[] }> {
  const events = await readAll(log);
  const wrongs: string[] = [];
  let counted = 0;
  for (const { id, acknowledged, unknown } of ledger.visits) {
    const kept = events.filter(({ stream }) => stream === `visits-${id}`).length;
    counted += kept;
    if (kept < acknowledged || kept > acknowledged + unknown)
      wrongs.push(
        `${id} has ${String(kept)} visits in the log; ${String(acknowledged)} were acknowledged and ${String(unknown)} are unknown`,
      );
    for (const replica of replicas) wrongs.push(...(await wrongsOfShown(replica, id, kept)));
  }
  return { counted, wrongs };
}

const settlingMs = 60_000;

/** Visits are shown a moment after they were kept. */
async function wrongsOfShown(
  replica: string,
  id: string,
  kept: number,
): Promise<readonly string[]> {
  const deadline = performance.now() + settlingMs;
  for (;;) {
    const answer = await ask(`${replica}/api/businesses/${id}`);
    const shown = viewsOf(answer?.body);
    if (shown === kept) return [];
    if (performance.now() > deadline || (shown ?? 0) > kept)
      return [`${replica} tells ${String(shown)} visits of ${id}; the log has ${String(kept)}`];
    await delay(200);
  }
}

function viewsOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('views' in body)) return null;
  return typeof body.views === 'number' ? body.views : null;
}
