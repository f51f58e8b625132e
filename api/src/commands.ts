import { createHash, randomUUID } from 'node:crypto';
import {
  commandHandler,
  readBusiness,
  type BusinessCommand,
  type BusinessEvent,
  type BusinessId,
  type Recorded,
} from '@directory/domain';
import type { EventStore, Position } from '@directory/domain/event-store';
import type { DirectoryViews, Listing, Projector } from '@directory/projections';
import { v5 as uuidOf } from 'uuid';
import type { Clock } from './clock.ts';
import { badRequest, notFound } from './http/errors.ts';
import type { ApiContext } from './http/request-state.ts';

export type Commands = ReturnType<typeof businessCommands>;

type Deps = {
  readonly log: EventStore;
  readonly views: DirectoryViews;
  readonly projector: Pick<Projector, 'waitUntilVisible'>;
  readonly clock: Clock;
};

const timeoutMs = 2_000;

/** Carries out what a request asks for, and holds its answer back until the views show it. */
export function businessCommands({ log, views, projector, clock }: Deps) {
  const handle = commandHandler(log);

  /** The listing as its log tells it, deleted or not; null when there never was one. */
  async function read(id: BusinessId): Promise<Listing | null> {
    return fold(views, await readBusiness(log, id));
  }

  /** @throws Rejection, WrongRevision, Unavailable, Timeout, TooLarge */
  async function run(
    ctx: ApiContext,
    command: BusinessCommand,
    expectedRevision?: number | null,
  ): Promise<Listing> {
    const { viewer, correlationId } = ctx.state;
    const outcome = await handle(command, {
      commandId: commandIdOf(ctx),
      ...(ctx.get('Idempotency-Key') && { fingerprint: fingerprintOf(command) }),
      correlationId,
      actor: { id: viewer.id, role: viewer.role },
      time: clock().toISOString(),
      expectedRevision: expectedRevision ?? undefined,
    });
    if (outcome.position !== null) await showInViews(ctx, outcome.position);
    const listing = fold(views, outcome.history);
    if (!listing) throw notFound();
    return listing;
  }

  async function showInViews(ctx: ApiContext, position: Position): Promise<void> {
    ctx.set('X-Log-Position', position);
    if (!(await projector.waitUntilVisible(position, timeoutMs))) ctx.set('X-Stale', 'true');
  }

  return { read, run };
}

/** The view's own rules on the listing's own events: what the view will say, without waiting for it. */
export function fold(
  views: DirectoryViews,
  history: readonly Recorded<BusinessEvent>[],
): Listing | null {
  return history.reduce<Listing | null>(
    (listing, event) => views.listings.evolve(listing, event, event.data.businessId),
    null,
  );
}

const idempotencyNamespace = 'a9b1c6de-5f0a-4d3b-9c51-0d6a8f3c2e74';
const maxKeyLength = 200;

/** The same key from the same person for the same thing is the same command; without a key every request is a new one. */
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

/** Photos are left out, as a repeat may have been given another name for the same one. */
function fingerprintOf(command: BusinessCommand): string {
  const content = JSON.stringify(command, (field, value: unknown) =>
    field === 'imagePath' ? undefined : value,
  );
  return createHash('sha256').update(content).digest('base64url');
}
