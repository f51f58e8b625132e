import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  appendFact,
  commandHandler,
  isBusinessId,
  mayBePersonal,
  personalEventTypes,
  readHistory,
  type BusinessId,
  type ErasedListings,
  type OwnerKeys,
} from '@directory/domain';
import { Outage, startOfLog, type Actor } from '@directory/domain/event-store';
import { readPages, type ReadableLog } from '@directory/domain/event-store/read-pages';
import { restartBuilds } from '@directory/projections';
import { removeLeftScratchFolders } from '@directory/projections/stores';
import { v4 as uuid, v5 as uuidOf } from 'uuid';
import * as z from 'zod';
import { removeLoginFile } from './generated-logins.ts';
import { sessionExpired } from '../http/errors.ts';
import { isImageName, type ImageName } from '../images/image-store.ts';
import { photoIn, removeImages } from '../images/replaced-photos.ts';
import type { SaveImage } from '../images/save-image.ts';
import { clearOutbox } from '../mail/mailer.ts';
import type { SiteDeps, Stores } from '../stores.ts';

type ErasureDeps = Pick<SiteDeps, 'stores' | 'views' | 'projector' | 'clock'> & {
  readonly dataDir: string;
  readonly endSessions: (ownerId: string) => Promise<void>;
};

export type Erasure = {
  readonly ownerId: string;
  /** Resuming an interrupted erasure keeps the first choice. */
  readonly listings: ErasedListings;
  readonly actor: Actor;
};

export type ErasureReport = OwnersTraces & {
  /** What happened to the listings. */
  readonly choice: ErasedListings;
  /** Files of earlier formats, which held personal data in the clear. */
  readonly files: readonly string[];
  /** False while a view is paused or far behind: it drops the data when it catches up. */
  readonly areViewsUpToDate: boolean;
};

/** Records the erasure, which is completed in any case from then on. Returns what becomes of the listings: what was chosen first. */
export async function beginErasure(
  { stores, endSessions }: Pick<ErasureDeps, 'stores' | 'endSessions'>,
  { ownerId, listings }: Omit<Erasure, 'actor'>,
): Promise<ErasedListings> {
  const chosen = await stores.log.ownerKeys.beginErasure(ownerId, listings);
  await endSessions(ownerId);
  return chosen;
}

const viewsTimeoutMs = 30_000;

/**
 * Erases an owner: from now on no log-in and no token is accepted; then the listings, the key of the personal data in events, the
 * photographs, what views still hold, and last the account. Interrupted anywhere, it is completed by being run again.
 *
 * @throws what the stores throw when they are unreachable
 */
export async function eraseOwner(deps: ErasureDeps, erasure: Erasure): Promise<ErasureReport> {
  const { stores, projector, dataDir } = deps;
  const { accounts, images, log } = stores;
  const { ownerId, actor } = erasure;
  const listings = await beginErasure(deps, erasure);
  const traces = await findTraces(log.stored, new Set([ownerId]));
  await eraseListings(deps, { ownerId, listings, actor }, traces.listings);
  await log.personalData.eraseKey(ownerId);
  // A request that was under way may have added a listing, of which nothing can be read any more.
  const late = await findTraces(log.stored, new Set([ownerId]), await erasedOwners(log.ownerKeys));
  await eraseListings(deps, { ownerId, listings: 'delete', actor }, late.listings);
  await removeImages(images, () => findPhotographs(log, ownerId));
  const head = await log.head();
  const areViewsUpToDate = await projector.waitUntilVisible(head, viewsTimeoutMs);
  await restartBuilds(stores.views, Object.values(deps.views));
  await stores.views.purge();
  const files = removeOldFiles(dataDir);
  removeLeftScratchFolders();
  const owner = await accounts.getOwner(ownerId);
  if (owner) await removeLoginFile(dataDir, { role: 'owner', name: owner.email });
  const data = { accountId: ownerId, listings: late.listings.length };
  const time = deps.clock().toISOString();
  const metadata = { actor, correlationId: uuid(), time, eventId: uuidOf('erased', ownerId) };
  await appendFact(log, { type: 'AccountErased', data }, metadata);
  clearOutbox(dataDir, ownerId);
  await accounts.eraseOwner(ownerId);
  return { ...late, choice: listings, files, areViewsUpToDate };
}

/**
 * Completes the erasures that an outage or the end of a process interrupted, and erases what was submitted at the same moment.
 * One that fails is reported and leaves the others. Returns the number of owners. @throws Outage
 */
export async function resumeErasures(
  deps: ErasureDeps,
  onFailure: (error: unknown) => void,
): Promise<number> {
  const { accounts, log } = deps.stores;
  let resumed = 0;
  const ended = await accounts.findSessionVersions(new Date(0));
  for (const { owner, erasure } of await log.ownerKeys.all()) {
    if (erasure === null) continue;
    try {
      // An earlier release erased without ending sessions.
      if (!ended.has(owner)) await deps.endSessions(owner);
      if (!(await accounts.getOwner(owner)) && !(await hasListings(deps, owner))) continue;
      const actor = { id: null, role: 'system' } as const;
      await eraseOwner(deps, { ownerId: owner, listings: erasure, actor });
      resumed += 1;
    } catch (error) {
      // All others, also those that are complete, would meet the same outage.
      if (error instanceof Outage) throw error;
      onFailure(error);
    }
  }
  return resumed;
}

/** Whether an owner has a listing that is not erased; views that are behind may still show erased ones. */
async function hasListings({ stores, views }: ErasureDeps, ownerId: string): Promise<boolean> {
  for (const { id } of await stores.views.find(views.listings, { ownerId })) {
    const { history } = await readHistory(stores.log, id);
    if (history.every(({ type }) => type !== 'OwnerErased')) return true;
  }
  return false;
}

/** Whether the erasure of an owner has begun: from then on, log-ins are refused. */
export async function isErased(ownerKeys: OwnerKeys, ownerId: string): Promise<boolean> {
  return (await ownerKeys.find([ownerId])).some(({ erasure }) => erasure !== null);
}

/** Saves photographs, unless the owner was erased while one was processed. @throws RequestProblem 401, and as `saveImage` */
export function saveUnlessErased(
  { images, log }: Pick<Stores, 'images' | 'log'>,
  saveImage: SaveImage,
): SaveImage {
  return async (upload, account = null) => {
    const name = await saveImage(upload, account);
    if (account === null || !(await isErased(log.ownerKeys, account))) return name;
    await removeImages(images, () => findPhotographs(log, account, [name]));
    throw sessionExpired();
  };
}

async function findPhotographs(
  log: Stores['log'],
  ownerId: string,
  uploads?: readonly ImageName[],
): Promise<readonly ImageName[]> {
  const erased = await erasedOwners(log.ownerKeys);
  return (await findTraces(log.stored, new Set([ownerId]), erased, uploads)).photographs;
}

/** The owners whose keys were erased. An erasure that was interrupted before that resumes, as the account is still there. */
export async function erasedOwners(ownerKeys: OwnerKeys): Promise<ReadonlySet<string>> {
  const all = await ownerKeys.all();
  return new Set(all.filter(({ key }) => key === null).map(({ owner }) => owner));
}

async function eraseListings(
  { stores: { log }, clock }: ErasureDeps,
  { ownerId, listings, actor }: Erasure,
  ids: readonly BusinessId[],
): Promise<void> {
  const handle = commandHandler(log);
  const correlationId = uuid();
  for (const businessId of ids)
    await handle(
      { type: 'EraseOwner', businessId, ownerId, listings },
      { commandId: uuid(), correlationId, actor, time: clock().toISOString() },
    );
}

/** What the log still knows about owners. */
export type OwnersTraces = {
  readonly listings: readonly BusinessId[];
  /** The number of events that hold personal data of the owners. */
  readonly events: number;
  /** The present and former photographs of the listings, unless a listing of somebody who is not erased has the same. */
  readonly photographs: readonly ImageName[];
};

const listingData = z.object({
  businessId: z.string().refine(isBusinessId),
  ownerId: z.string().nullable(),
});

/** `erased` are other owners, whose listings keep no photograph; `uploads` are photographs that no event may name. */
export async function findTraces(
  stored: ReadableLog,
  owners: ReadonlySet<string | null>,
  erased: ReadonlySet<string | null> = new Set(),
  uploads: readonly ImageName[] = [],
): Promise<OwnersTraces> {
  const listings = new Set<BusinessId>();
  const photographs = new Set(uploads);
  const ofOthers = new Set<string>();
  let events = 0;
  for await (const page of readPages(stored, { after: startOfLog, types: personalEventTypes }))
    for (const { type, data } of page.events) {
      if (!mayBePersonal(type)) continue;
      const { businessId, ownerId } = listingData.parse(data);
      const name = photoIn(data) ?? '';
      if (owners.has(ownerId)) {
        events += 1;
        listings.add(businessId);
        if (isImageName(name)) photographs.add(name);
      } else if (!erased.has(ownerId)) ofOthers.add(name);
    }
  const own = [...photographs].filter((name) => !ofOthers.has(name));
  return { listings: [...listings], events, photographs: own };
}

/** The log before its conversion, and views that were quarantined as damaged. */
const oldFiles = /^(events\.format-1\.db|views\.db\.damaged-)/;

function removeOldFiles(dataDir: string): readonly string[] {
  if (!existsSync(dataDir)) return [];
  const names = readdirSync(dataDir).filter((name) => oldFiles.test(name));
  for (const name of names) rmSync(join(dataDir, name), { force: true });
  return names;
}
