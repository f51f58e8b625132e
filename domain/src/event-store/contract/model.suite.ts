import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { someEvent, someStream } from '../../testing/events.ts';
import {
  WrongRevision,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.ts';

/** The revision of the last event. */
type Outcome = number | 'wrong-revision';
type Attempt = { readonly events: readonly NewEvent[]; readonly expected: ExpectedRevision };

/** The promises of `append` in a few lines of arithmetic, without any storage. */
function modelStream() {
  const ids: string[] = [];
  return ({ events, expected }: Attempt): { outcome: Outcome; isNew: boolean } => {
    const wanted = events.map(({ id }) => id);
    const known = ids.indexOf(wanted[0] ?? '');
    const start = expected === 'none' ? 0 : expected === 'any' ? known : expected + 1;
    const there = ids.slice(Math.max(start, 0), Math.max(start, 0) + wanted.length);
    if (start >= 0 && there.length > 0 && there.join() === wanted.join())
      return { outcome: start + wanted.length - 1, isNew: false };
    const follows = expected === 'any' ? known === -1 : start === ids.length;
    if (!follows) return { outcome: 'wrong-revision', isNew: false };
    ids.push(...wanted);
    return { outcome: ids.length - 1, isNew: true };
  };
}

const expectedRevision = fc.oneof(
  fc.constantFrom<ExpectedRevision>('none', 'any'),
  fc.nat({ max: 12 }),
);

/** Something new, or an earlier attempt again: whole, cut short, or with something new behind it. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('new' as const),
    count: fc.integer({ min: 1, max: 4 }),
    expected: expectedRevision,
  }),
  fc.record({ kind: fc.constantFrom('same', 'shorter', 'longer'), which: fc.nat({ max: 20 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export function modelContract(getStore: () => EventStore): void {
  test('any sequence of appends gives the same results as an in-memory model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        const stream = someStream();
        const model = modelStream();
        const made: Attempt[] = [];
        for (const next of steps) {
          const attempt = attemptOf(next, made);
          if (!attempt) continue;
          const { outcome, isNew } = model(attempt);
          expect(await outcomeOf(getStore(), stream, attempt)).toBe(outcome);
          if (isNew) made.push(attempt);
        }
        const stored = await getStore().readStream(stream);
        expect(stored.map(({ id }) => id)).toEqual(
          made.flatMap(({ events }) => events.map(({ id }) => id)),
        );
      }),
      { numRuns: 60 },
    );
  });
}

function attemptOf(next: Step, made: readonly Attempt[]): Attempt | undefined {
  if (next.kind === 'new')
    return {
      events: Array.from({ length: next.count }, () => someEvent()),
      expected: next.expected,
    };
  const earlier = made[next.which % Math.max(made.length, 1)];
  if (!earlier) return undefined;
  const { events, expected } = earlier;
  if (next.kind === 'same') return earlier;
  if (next.kind === 'shorter') return { events: events.slice(0, 1), expected };
  return { events: [...events, someEvent()], expected };
}

async function outcomeOf(store: EventStore, stream: string, attempt: Attempt): Promise<Outcome> {
  const { events, expected } = attempt;
  try {
    return (await store.append(stream, events, { expected })).revision;
  } catch (error) {
    if (error instanceof WrongRevision) return 'wrong-revision';
    throw error;
  }
}
