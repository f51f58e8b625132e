import type { Business } from './business/business.ts';
import { businessDecider, type BusinessCommand } from './business/decide.ts';
import { type BusinessEvent, businessStream } from './business/events.ts';
import { currentSchema } from './business/upcast.ts';
import { isUnderstood } from './domain-event.ts';
import {
  commandEventId,
  WrongRevision,
  type Appended,
  type EventMetadata,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from './event-store/event-store.ts';
import { eventHash } from './event-store/hash-chain.ts';
import type { DirectoryLog } from './personal-data/directory-log.ts';
import {
  decodeHistory,
  foldBusiness,
  type History,
  readHistory,
  readHistoryFrom,
} from './read-history.ts';
import { Rejection } from './shared/rejection.ts';
import { createBackoff, sleep } from './shared/timers.ts';
import { NamedError } from './shared/unknown.ts';

/**
 * What its events store about a command, and how to decide on it. The same `commandId` again, a UUID, returns the first outcome instead
 * of deciding again; with another fingerprint it is refused, as one of the two would be lost silently.
 */
export type CommandContext = Omit<EventMetadata, 'schema' | 'previous'> & {
  /** The revision that the person saw. Later changes by others refuse the command; an edit only if they set the same fields. */
  readonly seenRevision?: number | undefined;
  /**
   * Called when the rules accept the command, before anything is appended; the command that it returns is decided on instead.
   * For work that is only worth doing then, such as storing an image. Not called for a repeat.
   */
  readonly complete?: () => Promise<BusinessCommand>;
};

export type CommandOutcome = {
  /** The listing's events, those of this command included, so that callers need not read the stream again. */
  readonly history: History;
  /** Empty when nothing had to change. */
  readonly events: readonly BusinessEvent[];
  /** Revision and position are those of the last event in `history`; null when it is empty. */
  readonly revision: number | null;
  readonly position: Position | null;
};

export type HandleCommand = (
  command: BusinessCommand,
  context: CommandContext,
) => Promise<CommandOutcome>;

/** The history holds an event that this version does not understand, as during a rolling upgrade. */
export class WrittenByNewerVersion extends NamedError {
  constructor({ stream, revision, type, metadata }: RecordedEvent) {
    super(
      `a newer version wrote event ${revision} of ${stream}: ${type}, schema ${metadata.schema}`,
    );
  }
}

/** How often a command is decided when other writers append first each time. */
const maxAttempts = 6;

/**
 * Reads a listing's history, decides on it and appends what was decided.
 *
 * @throws Rejection; WrittenByNewerVersion; WrongRevision when other writers appended first each time; and what the log throws.
 */
export function commandHandler(log: DirectoryLog): HandleCommand {
  return async (command, context) => {
    const backoff = createBackoff({ firstMs: 10, maxMs: 200 });
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await decideOnce(log, command, context);
      } catch (error) {
        if (!(error instanceof WrongRevision) || attempt === maxAttempts) throw error;
        await sleep(backoff.next());
      }
    }
  };
}

async function decideOnce(
  log: DirectoryLog,
  command: BusinessCommand,
  context: CommandContext,
): Promise<CommandOutcome> {
  const stream = businessStream(command.businessId);
  const { stored, history } = await readHistory(log, command.businessId);
  requireUnderstood(stored);
  const first = firstOutcome(context, history);
  if (first) return first;

  const business = foldBusiness(history);
  const last = stored.at(-1);
  const seen = seenBy(context, history);
  // Before the revision check: a rejection by the rules is the better message for a stale page.
  const accepted = businessDecider.decide(command, business, seen);
  if (accepted.length === 0) return outcomeOf(history, accepted);
  requireLastSeen(command, context, last);
  const events = context.complete
    ? businessDecider.decide(await context.complete(), business, seen)
    : accepted;
  if (events.length === 0) return outcomeOf(history, events);

  const recorded = record(events, context);
  const chained = chain(await log.personalData.encrypt(recorded), last);
  const appended = await log.append(stream, chained, { expected: last?.revision ?? 'none' });
  // Only a request with a key can come twice. Where it came with other content meanwhile, the log took this append for a repeat: what
  // came first counts.
  const since = context.fingerprint
    ? (await readHistoryFrom(log, command.businessId, (last?.revision ?? -1) + 1)).history
    : [];
  const outcome = firstOutcome(context, [...history, ...since]);
  if (outcome) return outcome;
  const added = decodeHistory(placed(stream, recorded, appended));
  return outcomeOf([...history, ...added], events);
}

/** Readers may skip events that they do not know; a decision without them could contradict them. */
function requireUnderstood(stored: readonly RecordedEvent[]): void {
  const newer = stored.find((event) => !isUnderstood(event));
  if (newer) throw new WrittenByNewerVersion(newer);
}

/** The events as the log returns them, but all with the position of the last one: the others are unknown and not needed. */
function placed(
  stream: string,
  events: readonly NewEvent[],
  { revision, position }: Appended,
): readonly RecordedEvent[] {
  const first = revision - events.length + 1;
  return events.map((event, index) => ({ ...event, stream, revision: first + index, position }));
}

function seenBy({ seenRevision }: CommandContext, history: History): Business | undefined {
  if (seenRevision === undefined) return undefined;
  return foldBusiness(history.filter(({ revision }) => revision <= seenRevision));
}

/** Refuses a command about an older revision, but for edits: `decide` has merged those with what came after it. */
function requireLastSeen(
  { type }: BusinessCommand,
  { seenRevision }: CommandContext,
  last: RecordedEvent | undefined,
): void {
  if (seenRevision === undefined || seenRevision === last?.revision) return;
  const isEdit = ['EditBusiness', 'CorrectBusiness', 'RestoreVersion'].includes(type);
  const isMerged = isEdit && last !== undefined && seenRevision < last.revision;
  if (!isMerged) throw new Rejection('wrong-revision');
}

/** A request that is repeated finds its events in the stream already. */
function firstOutcome(
  { commandId, fingerprint }: CommandContext,
  history: History,
): CommandOutcome | undefined {
  const events = history.filter(({ metadata }) => metadata.commandId === commandId);
  const last = events.at(-1);
  if (!last) return undefined;
  if (last.metadata.fingerprint !== fingerprint) throw new Rejection('command-id-reused');
  return outcomeOf(history, events, last.revision);
}

/** The outcome of a command after which the listing was at `revision`, without one at its last event. */
export function outcomeOf(
  all: History,
  events: readonly BusinessEvent[],
  revision = Infinity,
): CommandOutcome {
  const history = all.filter((event) => event.revision <= revision);
  const last = history.at(-1);
  return { history, events, revision: last?.revision ?? null, position: last?.position ?? null };
}

function record(
  events: readonly BusinessEvent[],
  { commandId, fingerprint, correlationId, actor, time, demonstration }: CommandContext,
): readonly NewEvent[] {
  const metadata: EventMetadata = {
    commandId,
    ...(fingerprint && { fingerprint }),
    correlationId,
    actor,
    time,
    schema: currentSchema,
    ...(demonstration && { demonstration }),
  };
  return events.map(({ type, data }, index) => {
    return { id: commandEventId(commandId, index), type, data, metadata };
  });
}

/** Adds to each event the hash of the one before, as both are stored. */
function chain(events: readonly NewEvent[], last: RecordedEvent | undefined): readonly NewEvent[] {
  const chained: NewEvent[] = [];
  for (const event of events) {
    const before = chained.at(-1) ?? last;
    const previous = before && { previous: eventHash(before) };
    chained.push({ ...event, metadata: { ...event.metadata, ...previous } });
  }
  return chained;
}
