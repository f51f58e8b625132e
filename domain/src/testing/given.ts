import { expect } from 'vitest';
import type { Business } from '../business/business.ts';
import { businessDecider, type BusinessCommand } from '../business/decide.ts';
import type { BusinessEvent } from '../business/events.ts';
import type { RejectionCode } from '../shared/rejection.ts';

const { initial, decide, evolve } = businessDecider;

/** Reads as `given(events).when(command).expect(events)`. The last step is not called `then`, or it would be awaited. */
export function given(...history: readonly BusinessEvent[]) {
  const stateAfter = (events: readonly BusinessEvent[]) => events.reduce(evolve, initial);
  return {
    when: (command: BusinessCommand) => {
      let seen: Business | undefined;
      const decided = () => decide(command, stateAfter(history), seen);
      const outcome = {
        /** Decided by somebody who saw only the first `count` events. */
        havingSeen: (count: number) => {
          seen = stateAfter(history.slice(0, count));
          return outcome;
        },
        expect: (...events: readonly BusinessEvent[]) => expect(decided()).toEqual(events),
        rejects: (code: RejectionCode, ...fields: readonly string[]) => {
          expect(decided).toThrow(expect.objectContaining({ name: 'Rejection', code, fields }));
        },
      };
      return outcome;
    },
  };
}
