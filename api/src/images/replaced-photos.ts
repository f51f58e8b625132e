import { businessEventKinds, businessEventTypes } from '@directory/domain';
import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { readPages, type ReadableLog } from '@directory/domain/event-store/read-pages';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { isImageName, namesOfImage, type ImageName, type ImageStore } from './image-store.ts';
import type { SiteDeps } from '../stores.ts';

type ListingEvent = Pick<RecordedEvent, 'type' | 'data'> & {
  readonly metadata: { readonly time: string };
};

/** The photographs of one listing, by name. */
type Photos = {
  current: string | null;
  /** The photograph of the version that was approved last, which may be public and is compared in a review. */
  approved: string | null;
  /** That of the version which is the last approved one again if the approval is withdrawn. */
  approvedBefore: string | null;
  isWaiting: boolean;
  /** When each former photograph was replaced, in ms since 1970. */
  readonly replaced: Map<string, number>;
};

const dayMs = 86_400_000;
/** A margin for requests that began before a photograph was too old. */
const marginMs = 3_600_000;

/** A damaged event counts as one without a photograph: otherwise it would stop every erasure and every deletion of photographs. */
const photographed = z.object({ imagePath: z.string().nullish() }).optional().catch(undefined);
const photoData = z.object({ details: photographed, changes: photographed });
const withdrawnApproval = z.object({ decision: z.literal('approved') });
const listingData = z.object({ businessId: z.string() });

/** The photograph that an event of a listing sets by its data: null for none, undefined where it stays as it was. */
export function photoIn(data: unknown): string | null | undefined {
  const { details, changes } = photoData.parse(data);
  return (details ?? changes)?.imagePath;
}

/** Whether a photograph of a listing, by its whole history, was replaced too long ago to be shown or restored. 0 days keep all. */
export function photoDeletion(keepDays: number, clock: Clock) {
  return (history: readonly ListingEvent[], photo: string | null): boolean => {
    if (photo === null || keepDays === 0) return false;
    const photos = newPhotos();
    for (const event of history) follow(photos, event);
    const replaced = photos.replaced.get(photo) ?? Infinity;
    return replaced <= clock().getTime() - keepDays * dayMs;
  };
}

/**
 * Deletes the photographs that were replaced more than `keepDays` ago, with their copies, unless a listing, even a deleted one, still
 * shows them, had them when it was approved last, or waits for review; with `keepApproved` also unless a withdrawn approval would make
 * them public again.
 *
 * @returns their number, which includes those that earlier calls deleted
 * @throws what the log and the images throw when they are unreachable
 */
export function deleteReplacedPhotos(
  { log, images }: { readonly log: ReadableLog; readonly images: RemovableImages },
  { keepDays, keepApproved, now }: DeletionOptions,
): Promise<number> {
  const expired = now.getTime() - keepDays * dayMs - marginMs;
  return removeImages(images, () => findExpired(log, expired, keepApproved));
}

type DeletionOptions = {
  readonly keepDays: number;
  readonly keepApproved: boolean;
  readonly now: Date;
};

/**
 * Removes a photograph whose upload was refused after it was saved, unless a listing has or had the same one. A failure is only logged:
 * the upload is answered as refused.
 */
export async function discardPhoto(
  { stores: { log, images }, logger }: SiteDeps,
  photo: ImageName,
): Promise<void> {
  const findUnused = async () => {
    for await (const { data } of listingEvents(log.stored)) if (photoIn(data) === photo) return [];
    return [photo];
  };
  await removeImages(images, findUnused).catch((error: unknown) => {
    logger.warn({ err: error }, 'the photograph of a refused upload could not be deleted');
  });
}

type RemovableImages = Pick<ImageStore, 'get' | 'save' | 'remove'>;

const imagesInMemory = 20;

/**
 * Removes the images that `findUnused` finds, with their copies, and returns how many. An upload of the same image may have been
 * saved before and appended since, so what is in use afterwards is saved again; an upload that is appended later looks itself.
 */
export async function removeImages(
  images: RemovableImages,
  findUnused: () => Promise<readonly ImageName[]>,
): Promise<number> {
  const names = await findUnused();
  for (let first = 0; first < names.length; first += imagesInMemory) {
    const removed = new Map<ImageName, Uint8Array>();
    for (const image of names.slice(first, first + imagesInMemory)) {
      const bytes = await images.get(image);
      if (bytes) removed.set(image, bytes);
      for (const name of namesOfImage(image)) await images.remove(name);
    }
    if (removed.size === 0) continue;
    const unused = new Set(await findUnused());
    for (const [name, bytes] of removed) if (!unused.has(name)) await images.save(name, bytes);
  }
  return names.length;
}

async function findExpired(
  log: ReadableLog,
  expired: number,
  keepApproved: boolean,
): Promise<readonly ImageName[]> {
  const old = new Set<string>();
  const inUse = new Set<string | null>();
  for (const photos of await readPhotos(log)) {
    const { current, approved, approvedBefore, isWaiting, replaced } = photos;
    inUse.add(current).add(approved);
    if (keepApproved) inUse.add(approvedBefore);
    for (const [name, time] of replaced)
      if (isWaiting || time > expired) inUse.add(name);
      else old.add(name);
  }
  return [...old].filter((name) => !inUse.has(name)).filter(isImageName);
}

/** The photographs of the listings that ever had one. */
async function readPhotos(log: ReadableLog): Promise<Iterable<Photos>> {
  const listings = new Map<string, Photos>();
  for await (const event of listingEvents(log)) {
    const { businessId } = listingData.parse(event.data);
    const photos = listings.get(businessId) ?? newPhotos();
    if (photoIn(event.data)) listings.set(businessId, photos);
    follow(photos, event);
  }
  return listings.values();
}

async function* listingEvents(log: ReadableLog) {
  for await (const page of readPages(log, { after: startOfLog, types: businessEventTypes }))
    yield* page.events.filter(({ type }) => Object.hasOwn(businessEventKinds, type));
}

const editTypes: ReadonlySet<string> = new Set([
  'BusinessSubmitted',
  'BusinessImported',
  'BusinessEdited',
]);
const decisionTypes: ReadonlySet<string> = new Set(['BusinessApproved', 'BusinessRejected']);

function newPhotos(): Photos {
  return {
    current: null,
    approved: null,
    approvedBefore: null,
    isWaiting: false,
    replaced: new Map(),
  };
}

function follow(photos: Photos, { type, data, metadata: { time } }: ListingEvent): void {
  const isErased = type === 'OwnerErased';
  const next = isErased ? null : photoIn(data);
  if (next !== undefined) replace(photos, next, Date.parse(time));
  if (editTypes.has(type) || type === 'DecisionWithdrawn') photos.isWaiting = true;
  if (decisionTypes.has(type) || isErased) photos.isWaiting = false;
  if (type === 'DecisionWithdrawn' && withdrawnApproval.safeParse(data).success)
    photos.approved = photos.approvedBefore;
  if (type === 'BusinessEdited') photos.approvedBefore = null;
  if (type !== 'BusinessApproved' && !isErased) return;
  photos.approvedBefore = isErased ? null : photos.approved;
  photos.approved = photos.current;
}

function replace(photos: Photos, next: string | null, time: number): void {
  if (photos.current !== null) photos.replaced.set(photos.current, time);
  photos.current = next;
  if (next !== null) photos.replaced.delete(next);
}
