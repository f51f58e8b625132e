import type { DomainEvent } from '@directory/domain';
import { fieldsOf } from '@directory/domain/event-store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedRecorded } from '../testing/folded.ts';
import { someHistory } from '../testing/histories.ts';
import { recorded } from '../testing/recorded.ts';
import { listings } from '../views/listings.ts';
import { businessOf, evolveListing, type ListingState } from './listing-state.ts';

function statesAfter(events: readonly DomainEvent[]): ReadonlyMap<string, ListingState> {
  const states = new Map<string, ListingState>();
  for (const event of recorded(events)) {
    const id = businessOf(event);
    const state = evolveListing(states.get(id), fieldsOf(event));
    if (state) states.set(id, state);
  }
  return states;
}

test('reports and the view of listings agree on status, category and kampong of any history', () => {
  fc.assert(
    fc.property(someHistory, (events) => {
      const states = statesAfter(events);
      const view = foldedRecorded(listings, recorded(events));
      expect([...states.keys()]).toEqual([...view.keys()]);
      for (const [id, { status, businessInfo, kampong }] of view)
        expect(states.get(id)).toMatchObject({ status, category: businessInfo, kampong });
    }),
    { numRuns: 100 },
  );
});
