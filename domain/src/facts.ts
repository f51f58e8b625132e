import { currentSchema } from './business/upcast.ts';
import { factEventId, Timeout, type Actor, type EventStore } from './event-store/event-store.ts';
import { operationsStream, type OperationEvent } from './operations.ts';
import { withTimeout } from './shared/timers.ts';
import { visitsStream, type TrafficEvent } from './traffic.ts';

export type FactContext = {
  readonly actor: Actor;
  readonly correlationId: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** A UUID. Repeating the append with the same id appends nothing; without one, each call is a fact of its own. */
  readonly eventId?: string;
};

type FactLog = Pick<EventStore, 'append' | 'readStream'>;

/**
 * Appends what happened already, so that there is nothing to decide: a visit, or what an operator did.
 *
 * @throws Unavailable, Timeout
 */
export async function appendFact(
  log: FactLog,
  { type, data }: TrafficEvent | OperationEvent,
  { actor, correlationId, time, eventId }: FactContext,
): Promise<void> {
  const stream = 'businessId' in data ? visitsStream(data.businessId) : operationsStream;
  // EventStoreDB itself knows a repeat of another process only for a while.
  if (eventId && (await log.readStream(stream)).some((event) => event.id === eventId)) return;
  const id = eventId ?? factEventId();
  const metadata = { commandId: id, correlationId, actor, time, schema: currentSchema };
  await log.append(stream, [{ id, type, data, metadata }], { expected: 'any' });
}

/** A disk or a machine may well stall for some seconds, and an operation that is not in the log is missing from the audit. */
const timeoutMs = 10_000;

/**
 * Records what was done already, perhaps to repair the log: so an unusable log is no failure, and delays the caller by ten seconds
 * at most. Returns why the event was not appended, or null.
 */
export async function recordOperation(
  log: FactLog,
  event: OperationEvent,
  context: FactContext,
): Promise<Error | null> {
  const late = () => new Timeout('the event log did not respond in time');
  try {
    await withTimeout(timeoutMs, appendFact(log, event, context), late);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
