import type { BusinessCommand, CommandContext } from '@directory/domain';
import type { Actor } from '@directory/domain/event-store';
import type { Place } from '../import/parse-place.ts';
import { demonstrationOwnerId } from './demonstration-owner.ts';
import type { Demonstration, SeedData } from './seed-data.ts';
import { importCommandId, seedCorrelationId, seedId } from './seed-ids.ts';

/** A listing to make, and what happens to it afterwards. */
export type PlannedListing = {
  readonly place: Place;
  readonly ownerId: string | null;
  /** A file of the photos' folder. */
  readonly photo: string | null;
  readonly publish: boolean;
  readonly importedAt: Date;
  readonly later: readonly SeedCommand[];
  /** Whether more is told of it than what was taken over from open data. */
  readonly isMadeUp: boolean;
};

type SeedCommand = { readonly command: BusinessCommand; readonly actor: Actor; readonly at: Date };

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;

const importer: Actor = { id: null, role: 'system' };
const reviewer: Actor = { id: seedId('reviewer'), role: 'admin' };
const owner: Actor = { id: demonstrationOwnerId, role: 'user' };

/**
 * What a seed makes of its data at a moment. The public places follow each other by a second, the first the newest, so that
 * the home page shows them in the order of the data.
 */
export function planSeed(
  { places, demonstration }: Pick<SeedData, 'places' | 'demonstration'>,
  now: Date,
): readonly PlannedListing[] {
  return places.map((place, index) => {
    const { businessName } = place.details;
    const ownerId = demonstration.owned.includes(businessName) ? demonstrationOwnerId : null;
    const outcome = plannedOutcomeOf(place, demonstration, now);
    const importedAt = new Date(now.getTime() - index * secondMs);
    return {
      place,
      ownerId,
      photo: demonstration.photos[businessName] ?? null,
      isMadeUp: ownerId !== null || outcome !== null,
      ...(outcome ?? { publish: true, importedAt, later: [] }),
    };
  });
}

type PlannedOutcome = Pick<PlannedListing, 'publish' | 'importedAt' | 'later'>;

/** What the demonstration tells of a place, or null where it is simply public. */
function plannedOutcomeOf(place: Place, { pending, rejected, edited }: Demonstration, now: Date) {
  const { id: businessId, details } = place;
  const isThis = ({ name }: { readonly name: string }) => name === details.businessName;
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);

  const waiting = pending.find(isThis);
  if (waiting) return outcome(false, hoursAgo(waiting.waitingHours), []);

  const refused = rejected.find(isThis);
  if (refused) {
    const command = { type: 'RejectBusiness', businessId, reason: refused.reason } as const;
    const seedCommand = { command, actor: reviewer, at: hoursAgo(refused.rejectedHoursAgo) };
    return outcome(false, hoursAgo(refused.importedHoursAgo), [seedCommand]);
  }

  const changed = edited.find(isThis);
  if (!changed) return null;
  const command = { type: 'EditBusiness', businessId, changes: changed.changes } as const;
  const seedCommand = { command, actor: owner, at: hoursAgo(changed.editedHoursAgo) };
  return outcome(true, hoursAgo(changed.importedHoursAgo), [seedCommand]);
}

function outcome(
  publish: boolean,
  importedAt: Date,
  later: readonly SeedCommand[],
): PlannedOutcome {
  return { publish, importedAt, later };
}

type Step = { readonly command: BusinessCommand; readonly context: CommandContext };

/** The commands that make a listing, in their order. */
export function stepsOf(listing: PlannedListing, imagePath: string | null): readonly Step[] {
  const { place, ownerId, publish, importedAt, later } = listing;
  const { id: businessId, source, licence } = place;
  const details = { ...place.details, imagePath };
  const command = {
    type: 'ImportBusiness',
    ...{ businessId, ownerId, details, source, licence, publish },
  } as const;
  const deeds: readonly SeedCommand[] = [{ command, actor: importer, at: importedAt }, ...later];
  return deeds.map((seedCommand, index) => ({
    command: seedCommand.command,
    context: {
      commandId: index === 0 ? importCommandId(businessId) : seedId('deed', businessId, index),
      correlationId: seedCorrelationId,
      actor: seedCommand.actor,
      time: seedCommand.at.toISOString(),
      ...(listing.isMadeUp && { demonstration: true }),
    },
  }));
}
