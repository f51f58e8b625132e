import {
  businessDecider,
  decodeEvent,
  foldBusiness,
  isBusinessEvent,
  personalData,
  type BusinessEvent,
  type DomainEvent,
} from '@directory/domain';
import { keysInMemory } from '@directory/domain/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyView } from '../engine/view.ts';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf, completeDetails } from '../testing/details.ts';
import { folded, foldedRecorded } from '../testing/folded.ts';
import { someHistory } from '../testing/histories.ts';
import { recorded } from '../testing/recorded.ts';
import { approvedList } from './approved-list.ts';
import { directoryViews } from './directory-views.ts';
import { listings } from './listings.ts';

const { submitted, edited, approved, rejected, withdrawn, deleted, ownerErased } = eventsOf(1);
const id = businessIdOf(1);
const remaining = { ...completeDetails(), phone: null, email: null, synopsis: null };

describe('a listing whose owner was erased', () => {
  test('is deleted for good, without what its owner typed and without the owner', () => {
    const reason = { code: 'other', text: 'Siti, please call me.' };
    const events = [submitted(), rejected(reason), ownerErased()];
    expect(folded(listings, events).get(id)).toMatchObject({
      status: 'deleted',
      statusBeforeDeletion: null,
      ownerId: null,
      businessName: 'Erased listing',
      phone: null,
      imagePath: null,
      rejectionReason: { code: 'other', text: '' },
      revision: 2,
    });
    expect(folded(approvedList, [submitted(), approved, ownerErased()]).size).toBe(0);
  });

  test('goes on with what remains of it', () => {
    const events = [submitted(), approved, ownerErased(remaining)];
    expect(folded(listings, events).get(id)).toMatchObject({
      ...remaining,
      status: 'approved',
      ownerId: null,
    });
    const approvedAt = folded(approvedList, events.slice(0, 2)).get(id)?.approvedAt;
    expect(folded(approvedList, events).get(id)).toMatchObject({
      visibility: 'public',
      approved: remaining,
      approvedAt,
      latest: remaining,
      beforeApproval: null,
      ownerId: null,
    });
  });

  test('is hidden until it is approved when an edit waited for review', () => {
    const waiting = [submitted(), approved, edited({ phone: '1' }), ownerErased(remaining)];
    expect(folded(approvedList, waiting).get(id)).toMatchObject({
      visibility: 'hidden',
      approved: null,
      latest: remaining,
    });
    const [later] = [eventsOf(1, null).approved];
    expect(folded(approvedList, [...waiting, later]).get(id)).toMatchObject({
      visibility: 'public',
      approved: remaining,
    });
  });

  test('is not shown again when a decision of before is undone', () => {
    const undone = [submitted(), approved, ownerErased(remaining), withdrawn('approved')];
    expect(folded(approvedList, undone).get(id)).toMatchObject({
      visibility: 'hidden',
      approved: null,
    });
    const readmitted = [
      ...[submitted(), approved, edited({ phone: '1' }), rejected(), ownerErased(remaining)],
      withdrawn('rejected'),
    ];
    expect(folded(approvedList, readmitted).get(id)).toMatchObject({ visibility: 'hidden' });
  });

  test('of a deleted listing nothing is left', () => {
    const gone = [submitted(), approved, deleted, ownerErased()];
    expect(folded(listings, gone).get(id)).toMatchObject({
      status: 'deleted',
      statusBeforeDeletion: null,
    });
    expect(folded(approvedList, gone).size).toBe(0);
  });
});

test('views are the same whether the key existed when they were folded or not, and hold nothing personal', async () => {
  const views: readonly AnyView[] = Object.values(directoryViews('Asia/Kuala_Lumpur'));
  const secrets = /Synopsis \d|012-\d|Gerai \d/;
  await fc.assert(
    fc.asyncProperty(someHistory, fc.constantFrom('delete', 'keep'), async (history, choice) => {
      const keys = keysInMemory();
      const whole = recorded([...history, ...erasuresOf(history, choice)]);
      const atRest = await personalData(keys).encrypt(whole);
      const stored = whole.map((event, index) => ({ ...event, ...atRest[index] }));
      const read = async () =>
        (await personalData(keys).decrypt(stored))
          .map(decodeEvent)
          .filter((event) => event !== null);
      const before = await read();
      for (const { owner } of await keys.all()) {
        await keys.beginErasure(owner, choice);
        await keys.eraseKey(owner);
      }
      const after = await read();
      for (const view of views) {
        const found = foldedRecorded(view, after);
        expect(foldedRecorded(view, before)).toEqual(found);
        const ofOwners = [...found.values()].filter((doc) => !('source' in doc && doc.source));
        expect(JSON.stringify(ofOwners)).not.toMatch(secrets);
      }
    }),
    { numRuns: 100 },
  );
});

/** Of every listing with an owner. */
function erasuresOf(
  history: readonly DomainEvent[],
  choice: 'delete' | 'keep',
): readonly BusinessEvent[] {
  const events = recorded(history).filter(isBusinessEvent);
  return [...new Set(events.map(({ data }) => data.businessId))].flatMap((businessId) => {
    const business = foldBusiness(events.filter(({ data }) => data.businessId === businessId));
    return ['owner-0', 'owner-1'].flatMap((ownerId) =>
      businessDecider.decide(
        { type: 'EraseOwner', businessId, ownerId, listings: choice },
        business,
      ),
    );
  });
}
