import {
  businessDecider,
  noBusiness,
  Rejection,
  type Business,
  type BusinessCommand,
  type BusinessEvent,
  type DomainEvent,
} from '@directory/domain';
import fc from 'fast-check';
import { businessIdOf, completeDetails } from './details.ts';

const actions = [
  'submit',
  'import',
  'edit',
  'approve',
  'reject',
  'withdraw',
  'delete',
  'restore',
  'visit',
  'click',
] as const;

type Action = (typeof actions)[number];
type Visiting = 'visit' | 'click';
type Step<Kind extends Action = Action> = {
  readonly number: number;
  readonly action: Kind;
  readonly value: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  number: fc.integer({ min: 0, max: 3 }),
  action: fc.constantFrom(...actions),
  value: fc.integer({ min: 0, max: 999 }),
});

/** Histories that can really have happened: whatever the rules refuse is left out. */
export const someHistory: fc.Arbitrary<readonly DomainEvent[]> = fc
  .array(step, { minLength: 5, maxLength: 60 })
  .map((steps) => play([...firstSteps, ...steps]));

const firstSteps: readonly Step[] = [0, 1, 2, 3].map((number) => ({
  number,
  action: number === 3 ? 'import' : 'submit',
  value: number,
}));

function play(steps: readonly Step[]): readonly DomainEvent[] {
  const businesses = new Map<number, Business>();
  return steps.flatMap(({ number, action, value }): readonly DomainEvent[] => {
    if (action === 'visit' || action === 'click') return [traffic({ number, action, value })];
    const before = businesses.get(number) ?? noBusiness;
    const events = decided(commandOf({ number, action, value }), before);
    businesses.set(number, events.reduce(businessDecider.evolve, before));
    return events;
  });
}

function decided(command: BusinessCommand, business: Business): readonly BusinessEvent[] {
  try {
    return businessDecider.decide(command, business);
  } catch (error) {
    if (error instanceof Rejection) return [];
    throw error;
  }
}

function commandOf({ number, action, value }: Step<Exclude<Action, Visiting>>): BusinessCommand {
  const businessId = businessIdOf(number);
  const details = completeDetails({ synopsis: `Synopsis ${value}` });
  switch (action) {
    case 'submit':
      return { type: 'SubmitBusiness', businessId, ownerId: ownerOf(number), details };
    case 'import':
      return {
        type: 'ImportBusiness',
        businessId,
        ownerId: null,
        details,
        source: 'OpenStreetMap',
        licence: 'ODbL-1.0',
        publish: value % 2 === 0,
      };
    case 'edit':
      return {
        type: 'EditBusiness',
        businessId,
        ownerId: ownerOf(number),
        changes: value % 2 === 0 ? { phone: `012-${value}` } : { subCategory: `Gerai ${value}` },
      };
    case 'approve':
      return { type: 'ApproveBusiness', businessId };
    case 'reject':
      return { type: 'RejectBusiness', businessId, reason: { code: 'other', text: `${value}` } };
    case 'withdraw':
      return { type: 'WithdrawDecision', businessId };
    case 'delete':
      return { type: 'DeleteBusiness', businessId };
    case 'restore':
      return { type: 'RestoreBusiness', businessId };
  }
}

function traffic({ number, action, value }: Step<Visiting>): DomainEvent {
  const subject = { businessId: businessIdOf(number), ownerId: ownerOf(number) };
  const at = new Date(Date.UTC(2026, 9, 20) + value * 7_200_000).toISOString();
  if (action === 'click')
    return { type: 'BusinessLinkClicked', data: { ...subject, channel: 'phone', clickedAt: at } };
  const firstToday = value % 3 === 0;
  return { type: 'BusinessViewed', data: { ...subject, viewedAt: at, receivedAt: at, firstToday } };
}

function ownerOf(number: number): string {
  return `owner-${number % 2}`;
}
