import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mainCategories, subCategories } from '../catalogue/categories.ts';
import { facilities, kampongs } from '../catalogue/catalogue.ts';
import { operatingHours } from '../catalogue/hours.ts';
import type { OpeningTimes } from '../catalogue/opening-times.ts';
import { Rejection } from '../shared/rejection.ts';
import { businessId, completeDetails, ownerId, sparseDetails } from '../testing/builders.ts';
import { noBusiness, type Business, type ListedBusiness } from './business.ts';
import { businessDecider, type BusinessCommand } from './decide.ts';
import type { BusinessDetails } from './details.ts';
import type { BusinessEvent } from './events.ts';

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const word = optional(fc.constantFrom('', ' ', 'a', 'Jalan Raja Alang'));
const kind = fc.constantFrom(...mainCategories.flatMap(subCategories), 'Kedai Satay');
const degrees = optional(fc.constantFrom(0, 3.1645, -101.7045));

const anyField = {
  businessName: fc.constantFrom('', ' ', 'Warung', 'Kafe'),
  phone: word,
  operatingHours: optional(fc.constantFrom(...operatingHours)),
  openingTimes: optional(
    fc.constantFrom<OpeningTimes>(
      [{ days: ['mon'], from: '09:00', to: '17:00' }],
      [{ days: ['mon', 'fri'], from: '16:00', to: '02:00' }],
    ),
  ),
  yearStarted: optional(fc.constantFrom(1000, 1963, 2026)),
  email: word,
  website: word,
  facebook: word,
  instagram: word,
  youtube: word,
  tiktok: word,
  whatsapp: word,
  location: word,
  onlineOrder: word,
  address: word,
  synopsis: word,
  businessInfo: fc.constantFrom(...mainCategories),
  subCategory: optional(kind),
  kampong: optional(fc.constantFrom(...kampongs)),
  facilities: fc.subarray([...facilities]),
  imagePath: word,
  latitude: degrees,
  longitude: degrees,
};

const changes: fc.Arbitrary<Partial<BusinessDetails>> = fc.record(anyField, { requiredKeys: [] });
/** Mostly valid, because a sequence that never starts tests little. */
const fewChanges = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: changes },
);

const command: fc.Arbitrary<BusinessCommand> = fc.oneof(
  fewChanges.map((given): BusinessCommand => {
    return { type: 'SubmitBusiness', businessId, ownerId, details: completeDetails(given) };
  }),
  fc.tuple(fewChanges, fc.boolean()).map(([given, publish]): BusinessCommand => {
    const details = sparseDetails(given);
    const terms = { source: 'OpenStreetMap node 1', licence: 'ODbL 1.0' };
    return { type: 'ImportBusiness', businessId, ownerId: null, details, ...terms, publish };
  }),
  changes.map((given): BusinessCommand => {
    return { type: 'EditBusiness', businessId, ownerId, changes: given };
  }),
  changes.map((given): BusinessCommand => ({
    type: 'CorrectBusiness',
    businessId,
    changes: given,
  })),
  fc.constantFrom<BusinessCommand>(
    { type: 'ApproveBusiness', businessId },
    { type: 'RejectBusiness', businessId, reason: null },
    { type: 'WithdrawDecision', businessId },
    { type: 'DeleteBusiness', businessId },
    { type: 'RestoreBusiness', businessId },
    { type: 'EraseOwner', businessId, ownerId, listings: 'delete' },
    { type: 'EraseOwner', businessId, ownerId, listings: 'keep' },
  ),
);

type Step = {
  readonly command: BusinessCommand;
  readonly before: Business;
  readonly events: readonly BusinessEvent[];
  readonly after: Business;
};

/** Refused commands leave no step. Frozen throughout, so that a rule that writes into its arguments throws. */
function run(commands: readonly BusinessCommand[]): readonly Step[] {
  const steps: Step[] = [];
  let before: Business = noBusiness;
  for (const next of commands) {
    const events = decideOrRefuse(deepFreeze(next), before);
    if (!events) continue;
    const after = deepFreeze(events).reduce(businessDecider.evolve, before);
    steps.push({ command: next, before, events, after: deepFreeze(after) });
    before = after;
  }
  return steps;
}

function decideOrRefuse(next: BusinessCommand, business: Business) {
  try {
    return businessDecider.decide(next, business);
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

function holds(title: string, check: (steps: readonly Step[]) => void): void {
  test(title, () => {
    const commands = fc.array(command, { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(commands, (given) => {
        check(run(given));
      }),
      { numRuns: 500 },
    );
  });
}

const listingOf = (business: Business): ListedBusiness | null => {
  if (business.status === 'none' || business.status === 'erased') return null;
  return business.status === 'deleted' ? business.before : business;
};

const isBlank = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '');

const required = [
  'businessName',
  'phone',
  'operatingHours',
  'yearStarted',
  'email',
  'address',
  'kampong',
  'businessInfo',
  'subCategory',
  'synopsis',
  'imagePath',
  'latitude',
  'longitude',
] as const;

holds('what was submitted is complete as long as it has its owner', (steps) => {
  const first = steps.find(({ events }) => events.length > 0)?.events[0];
  if (first?.type !== 'BusinessSubmitted') return;
  for (const { after } of steps) {
    const { details, ownerId: owner } = listingOf(after) ?? {};
    if (owner !== ownerId) continue;
    expect(required.filter((field) => isBlank(details?.[field] ?? null))).toEqual([]);
  }
});

holds('a listing always has a name, a whole location or none, and kinds that fit', (steps) => {
  for (const { after } of steps) {
    const details = listingOf(after)?.details;
    if (!details) continue;
    expect(isBlank(details.businessName)).toBe(false);
    expect(details.latitude === null).toBe(details.longitude === null);
    const homes = mainCategories.filter((category) =>
      subCategories(category).includes(details.subCategory ?? ''),
    );
    expect(homes.length === 0 || homes.includes(details.businessInfo)).toBe(true);
  }
});

const allowed: Record<Business['status'], readonly Business['status'][]> = {
  none: ['pending', 'approved'],
  pending: ['pending', 'approved', 'rejected', 'deleted', 'erased'],
  approved: ['pending', 'deleted', 'erased'],
  rejected: ['pending', 'deleted', 'erased'],
  deleted: ['pending', 'approved', 'rejected', 'erased'],
  erased: [],
};

holds('the status only goes the ways of the specification', (steps) => {
  for (const { command, before, events, after } of steps) {
    if (events.length === 0) continue;
    if (command.type === 'CorrectBusiness')
      expect(after.status).toBe(statusAfterCorrection(before));
    else if (command.type === 'EraseOwner' && after.status !== 'erased')
      expect(after.status).toBe(before.status);
    else expect(allowed[before.status]).toContain(after.status);
  }
});

function statusAfterCorrection({ status }: Business): Business['status'] {
  return status === 'approved' ? 'approved' : 'pending';
}

holds(
  'only a decision approves or rejects, but for a published import and a correction',
  (steps) => {
    for (const {
      command: { type },
      before,
      events,
      after,
    } of steps) {
      if (events.length === 0 || before.status === 'deleted' || type === 'EraseOwner') continue;
      if (after.status === 'approved' && type !== 'CorrectBusiness')
        expect(['ApproveBusiness', 'ImportBusiness']).toContain(type);
      if (after.status === 'rejected') expect(type).toBe('RejectBusiness');
    }
  },
);

holds('a deleted listing is restored to exactly what it was, or erased', (steps) => {
  for (const {
    command: { type },
    before,
    events,
    after,
  } of steps) {
    if (before.status !== 'deleted' || events.length === 0 || after.status === 'erased') continue;
    expect(type).toBe('RestoreBusiness');
    expect(after).toEqual(before.before);
  }
});

holds('there is an event exactly when something changes', (steps) => {
  for (const { before, events, after } of steps) {
    if (events.length === 0) expect(after).toBe(before);
    else expect(after).not.toEqual(before);
  }
});

holds('an edit records no field that stays as it was', (steps) => {
  for (const { before, events } of steps)
    for (const event of events) {
      if (event.type !== 'BusinessEdited') continue;
      const details = listingOf(before)?.details;
      for (const [field, value] of Object.entries(event.data.changes))
        expect(details).not.toHaveProperty(field, value);
    }
});

holds(
  'every event names the listing and the owner that it has from the start until erased',
  (steps) => {
    const all = steps.flatMap(({ events }) => events);
    let owner = all[0]?.data.ownerId;
    for (const { type, data } of all) {
      expect(data).toMatchObject({ businessId, ownerId: owner });
      if (type === 'OwnerErased') owner = null;
    }
  },
);

holds('events that were stored and read again give the same state', (steps) => {
  const events = steps.flatMap((step) => step.events);
  const stored: unknown = JSON.parse(JSON.stringify(events));
  expect(stored).toEqual(events);
  expect(events.reduce(businessDecider.evolve, businessDecider.initial)).toEqual(
    steps.at(-1)?.after ?? noBusiness,
  );
});

test('random command sequences reach every status and every event type', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 25 }), (commands) => {
      for (const { events, after } of run(commands)) {
        seen.add(after.status);
        for (const { type } of events) seen.add(type);
      }
    }),
    { numRuns: 500, seed: 1 },
  );
  expect([...seen].toSorted()).toEqual(
    [
      'pending',
      'approved',
      'rejected',
      'deleted',
      'erased',
      'BusinessSubmitted',
      'BusinessImported',
      'BusinessEdited',
      'BusinessApproved',
      'BusinessRejected',
      'DecisionWithdrawn',
      'BusinessDeleted',
      'BusinessRestored',
      'OwnerErased',
    ].toSorted(),
  );
});
