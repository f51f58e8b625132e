import type { BusinessCommand, CommandContext } from '@directory/domain';
import type { Actor } from '@directory/domain/event-store';
import type { Place } from '../import/parse-place.ts';
import { demonstrationOwnerId } from './demonstration-owner.ts';
import {
  importCommandId,
  seedCorrelationId,
  seedId,
  type Demonstration,
  type SeedData,
} from './seed-data.ts';

/** A listing to create, and the commands after it. */
export type PlannedListing = {
  readonly place: Place;
  readonly ownerId: string | null;
  /** A file name in the folder of photos. */
  readonly photo: string | null;
  readonly publish: boolean;
  readonly importedAt: Date;
  readonly later: readonly SeedCommand[];
  /** Whether it has more than the imported open data. */
  readonly isDemonstration: boolean;
};

type SeedCommand = { readonly command: BusinessCommand; readonly actor: Actor; readonly at: Date };

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;

const importer: Actor = { id: null, role: 'system' };
const reviewer: Actor = { id: seedId('reviewer'), role: 'admin' };
const owner: Actor = { id: demonstrationOwnerId, role: 'user' };

/**
 * The listings that a seed creates at a moment. Public places are a second apart, the first the newest, so that the home page
 * shows them in the order of the data.
 */
export function planSeed(
  { places, demonstration }: Pick<SeedData, 'places' | 'demonstration'>,
  now: Date,
): readonly PlannedListing[] {
  return places.map((place, index) => {
    const { businessName } = place.details;
    const ownerId = demonstration.owned.includes(businessName) ? demonstrationOwnerId : null;
    const outcome = plannedOutcome(place, demonstration, now);
    const importedAt = new Date(now.getTime() - index * secondMs);
    return {
      place,
      ownerId,
      photo: demonstration.photos[businessName] ?? null,
      isDemonstration: ownerId !== null || outcome !== null,
      ...(outcome ?? { publish: true, importedAt, later: [] }),
    };
  });
}

type PlannedOutcome = Pick<PlannedListing, 'publish' | 'importedAt' | 'later'>;

/** The demonstration of a place, or null if it is simply published. */
function plannedOutcome(
  place: Place,
  { pending, rejected, edited }: Demonstration,
  now: Date,
): PlannedOutcome | null {
  const { id: businessId, details } = place;
  const isThis = ({ name }: { readonly name: string }) => name === details.businessName;
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);

  const waiting = pending.find(isThis);
  if (waiting) return { publish: false, importedAt: hoursAgo(waiting.waitingHours), later: [] };

  const refused = rejected.find(isThis);
  if (refused) {
    const command = { type: 'RejectBusiness', businessId, reason: refused.reason } as const;
    const rejection = { command, actor: reviewer, at: hoursAgo(refused.rejectedHoursAgo) };
    return { publish: false, importedAt: hoursAgo(refused.importedHoursAgo), later: [rejection] };
  }

  const changed = edited.find(isThis);
  if (!changed) return null;
  const command = { type: 'EditBusiness', businessId, changes: changed.changes } as const;
  const edit = { command, actor: owner, at: hoursAgo(changed.editedHoursAgo) };
  return { publish: true, importedAt: hoursAgo(changed.importedHoursAgo), later: [edit] };
}

type Step = { readonly command: BusinessCommand; readonly context: CommandContext };

/** The commands that create a listing, in order. */
export function stepsOf(listing: PlannedListing, imagePath: string | null): readonly Step[] {
  const { place, ownerId, publish, importedAt, later } = listing;
  const { id: businessId, source, licence } = place;
  const details = { ...place.details, imagePath };
  const command: BusinessCommand = {
    type: 'ImportBusiness',
    businessId,
    ownerId,
    details,
    source,
    licence,
    publish,
  };
  const commands: readonly SeedCommand[] = [{ command, actor: importer, at: importedAt }, ...later];
  return commands.map(({ command, actor, at }, index) => ({
    command,
    context: {
      // 'deed' is part of the ids in existing logs.
      commandId: index === 0 ? importCommandId(businessId) : seedId('deed', businessId, index),
      correlationId: seedCorrelationId,
      actor,
      time: at.toISOString(),
      ...(listing.isDemonstration && { demonstration: true }),
    },
  }));
}
