import { createHash, randomUUID } from 'node:crypto';
import {
  commandHandler,
  type BusinessCommand,
  type BusinessId,
  type CommandContext,
  type CommandOutcome,
  outcomeOf,
  readHistory,
  Rejection,
  type HandleCommand,
  type History,
} from '@directory/domain';
import { WrongRevision } from '@directory/domain/event-store';
import type { Listing } from '@directory/projections';
import { v5 as uuidOf } from 'uuid';
import type { RememberedOutcome } from './accounts/account-store.ts';
import { badRequest, notFound } from './http/errors.ts';
import type { OwnBusinessDetailResponse } from './contracts/business.ts';
import type { QuarantineLookup } from './http/middleware/quarantine.ts';
import type { ApiContext } from './http/middleware/session.ts';
import { isImageName } from './images/image-store.ts';
import { discardPhoto } from './images/replaced-photos.ts';
import type { SaveImage } from './images/save-image.ts';
import type { ListingQueries } from './read-models/listing-queries.ts';
import { ownBusinessDetail } from './read-models/present-business.ts';
import { foldListing } from './read-models/listing-history.ts';
import type { SiteDeps } from './stores.ts';
import { unlessOutage } from './store-outages.ts';

type Deps = SiteDeps & {
  readonly queries: ListingQueries;
  readonly quarantine: QuarantineLookup;
  readonly saveImage: SaveImage;
  /** Limits the new photographs of an account, each of which takes up to 2.6 MB, as a rule for months. @throws RequestProblem 429 */
  readonly limitPhotos: (account: string) => Promise<void>;
};

const timeoutMs = 2_000;

/** Carries out commands, and delays each response until the views show the outcome. */
export function businessCommands(deps: Deps) {
  const { stores, views, queries, quarantine, projector, saveImage, clock } = deps;
  const { log, images } = stores;
  const handle = rememberOutcomes(commandHandler(log), deps);

  /**
   * Processes and stores the image, if there is one, only once the command is accepted; until then the command holds its digest
   * instead of its name. A repeat stores nothing that is there. @throws as `run`, `saveImage` and `limitPhotos`
   */
  async function runWithImage(
    ctx: ApiContext,
    image: Uint8Array | null,
    toCommand: (imagePath?: string) => BusinessCommand,
    seenRevision?: number,
  ): Promise<Listing> {
    if (!image) return run(ctx, toCommand(), { seenRevision });
    const digest = createHash('sha256').update(image).digest('base64url');
    const { id } = ctx.state.viewer;
    const save = () => saveImage(image, id);
    const saveNew = async () => {
      if (id !== null) await deps.limitPhotos(id);
      return save();
    };
    let stored: ReturnType<SaveImage> | undefined;
    const listing = await run(ctx, toCommand(digest), {
      seenRevision,
      complete: async () => toCommand(await (stored ??= saveNew())),
    }).catch(async (error: unknown) => {
      const isRefused = error instanceof Rejection || error instanceof WrongRevision;
      if (stored && isRefused) await discardPhoto(deps, await stored);
      throw error;
    });
    const photo = listing.imagePath ?? '';
    // An erasure or a clean-up may have removed it as unused before the event was appended: see `removeImages`. Where it cannot be
    // saved again now, a repeat does so.
    if (isImageName(photo)) await unlessOutage(async () => (await images.get(photo)) ?? save());
    return listing;
  }

  /**
   * A business after a command, with its visits. These are read first, as a command that was carried out must not fail because
   * the views are unreachable. @throws ViewStoreUnavailable, and as `carryOut`
   */
  async function detailAfter(
    businessId: BusinessId,
    carryOut: () => Promise<Listing>,
  ): Promise<OwnBusinessDetailResponse> {
    const visits = await queries.getVisits(businessId);
    return ownBusinessDetail(await carryOut(), visits);
  }

  /** @throws Rejection, WrongRevision, Unavailable, Timeout, TooLarge */
  async function run(
    ctx: ApiContext,
    command: BusinessCommand,
    options: Pick<CommandContext, 'seenRevision' | 'complete'>,
  ): Promise<Listing> {
    const { viewer, correlationId } = ctx.state;
    const outcome = await handle(command, {
      ...options,
      commandId: commandIdOf(ctx),
      ...(ctx.get('Idempotency-Key') && { fingerprint: fingerprintOf(command) }),
      correlationId,
      actor: { id: viewer.id, role: viewer.role },
      time: clock().toISOString(),
    });
    if (outcome.events.length === 0) ctx.set('X-Unchanged', 'true');
    const isVisible = await waitForViews(ctx, command.businessId, outcome);
    // A command that was carried out must not fail because the views became unreachable.
    const shown = isVisible
      ? await unlessOutage(() => queries.getListing(command.businessId))
      : null;
    // The view may lag, or show a later change than the outcome, which may be that of a repeat: then the events are folded.
    const listing =
      shown?.revision === outcome.revision ? shown : foldListing(views.listings, outcome.history);
    if (!listing) throw notFound();
    return listing;
  }

  async function waitForViews(
    ctx: ApiContext,
    businessId: BusinessId,
    { position }: CommandOutcome,
  ): Promise<boolean> {
    if (position === null) return false;
    ctx.set('X-Log-Position', position);
    const isVisible =
      (await projector.waitUntilVisible(position, timeoutMs)) &&
      !(await quarantine.isQuarantined(businessId));
    if (!isVisible) ctx.set('X-Stale', 'true');
    return isVisible;
  }

  return { run, runWithImage, detailAfter };
}

const idempotencyNamespace = 'a9b1c6de-5f0a-4d3b-9c51-0d6a8f3c2e74';
const maxKeyLength = 200;

/** The same key from the same person on the same path is the same command; without a key every request is a new one. */
export function commandIdOf(ctx: ApiContext): string {
  const key = ctx.get('Idempotency-Key');
  if (key === '') return randomUUID();
  if (key.length > maxKeyLength)
    throw badRequest(`The Idempotency-Key may have at most ${maxKeyLength} characters.`);
  return uuidOf(
    JSON.stringify([ctx.state.viewer.id, ctx.method, ctx.path, key]),
    idempotencyNamespace,
  );
}

/** Without the details of a restored version: they contain the present photograph where that of the version was deleted. */
function fingerprintOf(command: BusinessCommand): string {
  const asked = command.type === 'RestoreVersion' ? { ...command, details: undefined } : command;
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
}

/**
 * A repeat of a command that appended nothing gets the first outcome, too, whatever happened to the listing since. Two at the same
 * time are each decided on their own.
 *
 * @throws as `handle`, and AccountsUnavailable
 */
function rememberOutcomes(
  handle: HandleCommand,
  { stores: { accounts, log }, clock }: SiteDeps,
): HandleCommand {
  const remember = ({ commandId, actor }: CommandContext, outcome: RememberedOutcome) =>
    accounts.rememberOutcome(commandId, { ...outcome, account: actor.id }, clock());

  return async (command, context) => {
    const { commandId, fingerprint } = context;
    if (fingerprint === undefined) return handle(command, context);
    const first = await accounts.findOutcome(commandId, clock());
    if (first) {
      const { history } = await readHistory(log, command.businessId);
      return repeat(first, fingerprint, history);
    }
    try {
      const outcome = await handle(command, context);
      const { events, revision } = outcome;
      if (events.length === 0 && revision !== null)
        await remember(context, { fingerprint, revision });
      return outcome;
    } catch (error) {
      if (error instanceof Rejection && error.code !== 'command-id-reused') {
        const { code, fields } = error;
        await remember(context, { fingerprint, refusal: { code, fields: [...fields] } });
      }
      throw error;
    }
  };
}

function repeat(first: RememberedOutcome, fingerprint: string, history: History): CommandOutcome {
  if (first.fingerprint !== fingerprint) throw new Rejection('command-id-reused');
  if ('refusal' in first) throw new Rejection(first.refusal.code, ...first.refusal.fields);
  return outcomeOf(history, [], first.revision);
}
