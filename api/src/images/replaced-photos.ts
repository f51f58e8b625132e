import { businessEventTypes } from '@directory/domain';
import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { readPages, type ReadableLog } from '@directory/domain/event-store/read-pages';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { isImageName, namesOfImage, type ImageStore } from './image-store.ts';

type ListingEvent = Pick<RecordedEvent, 'type' | 'data'> & {
  readonly metadata: { readonly time: string };
};

/** The photographs of one listing, by name. */
type Photos = {
  current: string | null;
  /** Of the version that was approved last, which may be public, and is what a review compares with. */
  approved: string | null;
  isWaiting: boolean;
  /** When each was replaced that is not current, in ms since 1970. */
  readonly replaced: Map<string, number>;
};

const dayMs = 86_400_000;
/** For requests that began before a photograph was too old. */
const marginMs = 3_600_000;

const photographed = z.object({ imagePath: z.string().nullish() });
const listingData = z.object({
  businessId: z.string(),
  details: photographed.optional(),
  changes: photographed.optional(),
});

/** Whether a photograph of a listing, by its whole history, was replaced too long ago to be shown or restored. */
export type IsPhotoDeleted = (history: readonly ListingEvent[], photo: string | null) => boolean;

/** 0 days keep all. */
export function photoDeletion(keepDays: number, clock: Clock): IsPhotoDeleted {
  return (history, photo) => {
    if (photo === null || keepDays === 0) return false;
    const photos = newPhotos();
    for (const event of history) follow(photos, event);
    const replaced = photos.replaced.get(photo) ?? Infinity;
    return replaced <= clock().getTime() - keepDays * dayMs;
  };
}

/**
 * Deletes the photographs that were replaced more than `keepDays` ago, with their copies, unless a listing still shows them, also a
 * deleted one, had them when it was approved last, or waits for review.
 *
 * @returns how many, those of earlier calls included
 * @throws what the log and the images throw when they are unreachable
 */
export async function deleteReplacedPhotos(
  { log, images }: { readonly log: ReadableLog; readonly images: Pick<ImageStore, 'remove'> },
  { keepDays, now }: { readonly keepDays: number; readonly now: Date },
): Promise<number> {
  const expired = now.getTime() - keepDays * dayMs - marginMs;
  const listings = await readPhotos(log);
  const old = new Set<string>();
  const inUse = new Set<string | null>();
  for (const { current, approved, isWaiting, replaced } of listings) {
    inUse.add(current).add(approved);
    for (const [name, time] of replaced)
      if (isWaiting || time > expired) inUse.add(name);
      else old.add(name);
  }
  const names = [...old].filter((name) => !inUse.has(name)).filter(isImageName);
  for (const image of names) for (const name of namesOfImage(image)) await images.remove(name);
  return names.length;
}

/** Of the listings that ever had one. */
async function readPhotos(log: ReadableLog): Promise<Iterable<Photos>> {
  const listings = new Map<string, Photos>();
  for await (const page of readPages(log, { after: startOfLog, types: businessEventTypes }))
    for (const event of page.events) {
      if (!isOfListing(event)) continue;
      const { businessId, details, changes } = listingData.parse(event.data);
      const photos = listings.get(businessId) ?? newPhotos();
      if (details?.imagePath ?? changes?.imagePath) listings.set(businessId, photos);
      follow(photos, event);
    }
  return listings.values();
}

const types: ReadonlySet<string> = new Set(businessEventTypes);

function isOfListing({ type }: RecordedEvent): boolean {
  return types.has(type);
}

function newPhotos(): Photos {
  return { current: null, approved: null, isWaiting: false, replaced: new Map() };
}

function follow(photos: Photos, { type, data, metadata: { time } }: ListingEvent): void {
  const { details, changes } = listingData.parse(data);
  const next = type === 'OwnerErased' ? null : (details ?? changes)?.imagePath;
  if (next !== undefined) replace(photos, next, Date.parse(time));
  if (details || changes || type === 'DecisionWithdrawn') photos.isWaiting = true;
  if (decisions.has(type)) photos.isWaiting = false;
  if (type === 'BusinessApproved' || type === 'OwnerErased') photos.approved = photos.current;
}

const decisions: ReadonlySet<string> = new Set([
  'BusinessApproved',
  'BusinessRejected',
  'OwnerErased',
]);

function replace(photos: Photos, next: string | null, time: number): void {
  if (photos.current !== null) photos.replaced.set(photos.current, time);
  photos.current = next;
  if (next !== null) photos.replaced.delete(next);
}
