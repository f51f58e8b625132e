import { Timeout, type Actor, type EventStore } from './event-store/event-store.ts';
import { factEventId } from './event-store/event-ids.ts';
import { currentSchema } from './business/upcast.ts';
import { withTimeout } from './shared/timeout.ts';

export type ViewPaused = { readonly type: 'ViewPaused'; readonly data: { readonly view: string } };
export type ViewResumed = {
  readonly type: 'ViewResumed';
  readonly data: { readonly view: string };
};
export type ViewRebuildRequested = {
  readonly type: 'ViewRebuildRequested';
  readonly data: { readonly view: string };
};
/** The end of an import, also of one that a damaged file cut short. */
export type PlacesImported = {
  readonly type: 'PlacesImported';
  readonly data: {
    readonly imported: number;
    /** Imported earlier. */
    readonly existing: number;
    readonly refused: number;
    /** Whether they were published at once, rather than waiting for review. */
    readonly published: boolean;
  };
};
export type AdminCreated = {
  readonly type: 'AdminCreated';
  readonly data: { readonly accountId: string };
};
export type PasswordSet = {
  readonly type: 'PasswordSet';
  readonly data: { readonly accountId: string; readonly role: 'owner' | 'admin' };
};
type AccountDisabled = {
  readonly type: 'AccountDisabled';
  readonly data: PasswordSet['data'];
};
type AccountEnabled = {
  readonly type: 'AccountEnabled';
  readonly data: PasswordSet['data'];
};
type AdminRemoved = {
  readonly type: 'AdminRemoved';
  readonly data: { readonly accountId: string };
};
/** Tokens that were signed with the former key are invalid. */
type KeyRotated = {
  readonly type: 'KeyRotated';
  readonly data: { readonly key: 'tokens' };
};
export type AccountErased = {
  readonly type: 'AccountErased';
  readonly data: { readonly accountId: string; readonly listings: number };
};

/** What operators do to the directory itself. Accounts are named by id only: who is erased is a name no longer. */
export type OperationEvent =
  | ViewPaused
  | ViewResumed
  | ViewRebuildRequested
  | PlacesImported
  | AdminCreated
  | PasswordSet
  | AccountDisabled
  | AccountEnabled
  | AdminRemoved
  | KeyRotated
  | AccountErased;

export const operationEventTypes = [
  'ViewPaused',
  'ViewResumed',
  'ViewRebuildRequested',
  'PlacesImported',
  'AdminCreated',
  'PasswordSet',
  'AccountDisabled',
  'AccountEnabled',
  'AdminRemoved',
  'KeyRotated',
  'AccountErased',
] as const satisfies readonly OperationEvent['type'][];

export const operationsStream = 'operations';

/** Of the command line: whoever has access to the machine. */
export const commandLine: Actor = { id: null, role: 'system' };

type Performed = {
  readonly actor: Actor;
  readonly correlationId: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Repeating it with the same id appends nothing. */
  readonly eventId?: string;
};

/** @throws Unavailable, Timeout */
export async function appendOperation(
  log: Pick<EventStore, 'append'>,
  { type, data }: OperationEvent,
  { actor, correlationId, time, eventId: id = factEventId() }: Performed,
): Promise<void> {
  const metadata = { commandId: id, correlationId, actor, time, schema: currentSchema };
  await log.append(operationsStream, [{ id, type, data, metadata }], { expected: 'any' });
}

const timeoutMs = 2_000;

/**
 * For what was done already, perhaps to mend the log: a log that cannot be used neither undoes nor delays it. Returns why the event
 * was not appended, or null.
 */
export async function recordOperation(
  log: Pick<EventStore, 'append'>,
  event: OperationEvent,
  performed: Performed,
): Promise<Error | null> {
  const late = () => new Timeout('the event log did not respond in time');
  try {
    await withTimeout(timeoutMs, appendOperation(log, event, performed), late);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
