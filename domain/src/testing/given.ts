import { expect } from 'vitest';
import type { Decider } from '../business/decide.ts';
import type { RejectionCode } from '../shared/rejection.ts';

/** Reads as `given(events).when(command).expect(events)`. The last step is not called `then`, or it would be awaited. */
export function specify<State, Command, Event>(decider: Decider<State, Command, Event>) {
  return {
    given: (...history: readonly Event[]) => ({
      when: (command: Command) => {
        const decide = () =>
          decider.decide(command, history.reduce(decider.evolve, decider.initial));
        return {
          expect: (...events: readonly Event[]) => {
            expect(decide()).toEqual(events);
          },
          rejects: (code: RejectionCode, ...fields: readonly string[]) => {
            expect(decide).toThrow(expect.objectContaining({ name: 'Rejection', code, fields }));
          },
        };
      },
    }),
  };
}
