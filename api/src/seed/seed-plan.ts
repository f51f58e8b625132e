import type {
  BusinessCommand,
  BusinessDetails,
  BusinessId,
  CommandContext,
  DetailChanges,
} from '@directory/domain';
import type { Actor } from '@directory/domain/event-store';
import { derivedBusinessId, type Place } from '../import/parse-place.ts';
import { demonstrationOwnerId } from '../accounts/generated-logins.ts';
import {
  demonstrationReviewerId,
  importCommandId,
  seedCorrelationId,
  seedId,
  type DemonstrationListing,
  type SeedData,
} from './seed-data.ts';

/** A listing to create, with the commands in order. */
export type PlannedListing = {
  readonly id: BusinessId;
  /** The details, without the photo. */
  readonly details: BusinessDetails;
  readonly ownerId: string | null;
  /** A file name in the folder of photos. */
  readonly photo: string | null;
  /** Null unless it was approved. */
  readonly publicSince: Date | null;
  readonly isDemonstration: boolean;
  readonly create: (imagePath: string | null) => SeedCommand;
  readonly later: readonly SeedCommand[];
};

type SeedCommand = { readonly command: BusinessCommand; readonly actor: Actor; readonly at: Date };

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const publishedHoursAgo = 35 * 24;

const importer: Actor = { id: null, role: 'system' };
const reviewer: Actor = { id: demonstrationReviewerId, role: 'admin' };
const owner: Actor = { id: demonstrationOwnerId, role: 'user' };

/**
 * The listings that a seed creates at a moment: the first and the last are real places. Places are published before the first
 * of their visits and a second apart, the first the newest, so that lists show them in the order of the data.
 */
export function planSeed(
  { places, demonstration }: Pick<SeedData, 'places' | 'demonstration'>,
  now: Date,
): readonly PlannedListing[] {
  const [first, ...rest] = places.map((place, index) =>
    publishedPlace(place, new Date(now.getTime() - publishedHoursAgo * hourMs - index * secondMs)),
  );
  const madeUp = demonstration.map((listing) => demonstrationListing(listing, now));
  return [...(first ? [first] : []), ...madeUp, ...rest];
}

/** When the seed began whose first place was published at this time. */
export function seedTimeOf(publishedAt: string, now: Date): Date {
  const published = new Date(publishedAt);
  const begun = new Date(published.getTime() + publishedHoursAgo * hourMs);
  // Release 1.0.0 published the places at the time of the seed.
  const isOlder = begun.getTime() > now.getTime() + 7 * 24 * hourMs;
  return isOlder ? published : begun;
}

function publishedPlace({ id, ...place }: Place, at: Date): PlannedListing {
  return {
    id,
    details: place.details,
    ownerId: null,
    photo: null,
    publicSince: at,
    isDemonstration: false,
    create: () => ({
      command: { type: 'ImportBusiness', businessId: id, ownerId: null, ...place, publish: true },
      actor: importer,
      at,
    }),
    later: [],
  };
}

function demonstrationListing(listing: DemonstrationListing, now: Date): PlannedListing {
  const { photo, submittedHoursAgo, later } = listing;
  const details: BusinessDetails = { ...listing.details, imagePath: null };
  const id = derivedBusinessId(['demonstration', details.businessName]);
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const approval = later.find(({ what }) => what === 'approve');
  return {
    id,
    details,
    ownerId: demonstrationOwnerId,
    photo,
    publicSince: approval ? hoursAgo(approval.hoursAgo) : null,
    isDemonstration: true,
    create: (imagePath) => ({
      command: {
        type: 'SubmitBusiness',
        businessId: id,
        ownerId: demonstrationOwnerId,
        details: { ...details, imagePath },
      },
      actor: owner,
      at: hoursAgo(submittedHoursAgo),
    }),
    later: later.map((step) => ({ ...commandOf(step, id), at: hoursAgo(step.hoursAgo) })),
  };
}

type LaterStep = DemonstrationListing['later'][number];

function commandOf(step: LaterStep, businessId: BusinessId): Omit<SeedCommand, 'at'> {
  switch (step.what) {
    case 'approve':
      return { command: { type: 'ApproveBusiness', businessId }, actor: reviewer };
    case 'reject': {
      const { reason } = step;
      return { command: { type: 'RejectBusiness', businessId, reason }, actor: reviewer };
    }
    case 'edit': {
      const changes: DetailChanges = step.changes;
      const ownerId = demonstrationOwnerId;
      return { command: { type: 'EditBusiness', businessId, ownerId, changes }, actor: owner };
    }
  }
}

type Step = { readonly command: BusinessCommand; readonly context: CommandContext };

/** The commands that create a listing, in order. */
export function stepsOf(listing: PlannedListing, imagePath: string | null): readonly Step[] {
  const { id, create, later, isDemonstration } = listing;
  return [create(imagePath), ...later].map(({ command, actor, at }, index) => ({
    command,
    context: {
      // 'deed' is part of the ids in existing logs.
      commandId: index === 0 ? importCommandId(id) : seedId('deed', id, index),
      correlationId: seedCorrelationId,
      actor,
      time: at.toISOString(),
      ...(isDemonstration && { demonstration: true }),
    },
  }));
}
