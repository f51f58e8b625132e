import { expect } from 'vitest';
import type { Decider } from '../business/decide.ts';
import type { RejectionCode } from '../shared/rejection.ts';

/** Reads as `given(events).when(command).expect(events)`. The last step is not called `then`, or it would be awaited. */
export function specify<State, Command, Event>(decider: Decider<State, Command, Event>) {
  return {
    given: (...history: readonly Event[]) => ({
      when: (command: Command) => {
        const stateAfter = (events: readonly Event[]) =>
          events.reduce(decider.evolve, decider.initial);
        let seen: State | undefined;
        const decide = () => decider.decide(command, stateAfter(history), seen);
        const outcome = {
          /** Decided by somebody who saw only the first `count` events. */
          havingSeen: (count: number) => {
            seen = stateAfter(history.slice(0, count));
            return outcome;
          },
          expect: (...events: readonly Event[]) => expect(decide()).toEqual(events),
          rejects: (code: RejectionCode, ...fields: readonly string[]) => {
            expect(decide).toThrow(expect.objectContaining({ name: 'Rejection', code, fields }));
          },
        };
        return outcome;
      },
    }),
  };
}
