import type { BaseOptions, EventStoreDBClient, StreamingRead } from '@eventstore/db-client';
import { errorMessage } from '../../shared/unknown.ts';
import { Timeout, TooLarge, Unavailable, WrongServerSetting } from '../event-store.ts';

/** One per log; what every call to the server needs. */
export type Connection = {
  readonly client: EventStoreDBClient;
  /**
   * Options of every call. The credentials are here to keep them out of the connection string, and make the client append by one call
   * each: its other way shares a table among all clients of a process, whose errors hit the appends of others and whose late
   * responses end the process. Reads require the leader, as only it has the latest events.
   */
  readonly options: BaseOptions;
  /** How long the server may send nothing. In ms. */
  readonly timeoutMs: number;
  /** Ends the reads that are under way when the log is closed. */
  readonly closing: AbortController;
};

/**
 * Everything that one read yields. Written with listeners because leaving a loop over the client's streams does not end the
 * call, and because they report errors more than once: a listener must stay.
 *
 * @throws Timeout, Unavailable, WrongServerSetting
 */
export function collect<Item>(
  read: StreamingRead<Item>,
  { timeoutMs, closing }: Pick<Connection, 'timeoutMs' | 'closing'>,
  signal?: AbortSignal,
): Promise<Item[]> {
  const signals = signal ? [closing.signal, signal] : [closing.signal];
  return new Promise((resolve, reject) => {
    const items: Item[] = [];
    const finish = (settle: () => void) => {
      clearTimeout(silence);
      for (const each of signals) each.removeEventListener('abort', giveUp);
      settle();
    };
    const cancel = (reason: Error) => {
      read.cancel().catch(() => undefined);
      finish(() => reject(reason));
    };
    const giveUp = () => cancel(new Unavailable('the read was cancelled'));
    const silence = setTimeout(() => cancel(noAnswer()), timeoutMs);
    for (const each of signals) each.addEventListener('abort', giveUp);
    if (signals.some(({ aborted }) => aborted)) giveUp();
    read.on('data', (item: Item) => {
      silence.refresh();
      items.push(item);
    });
    read.on('error', (error: unknown) => {
      finish(() => reject(toLogError(error)));
    });
    read.on('end', () => {
      finish(() => resolve(items));
    });
  });
}

function refused(cause: unknown): WrongServerSetting {
  return new WrongServerSetting(
    'EventStoreDB refuses the user name or the password in EVENTSTORE_URL: correct them.',
    { cause },
  );
}

/** What errors mean, by gRPC's status; the plain errors that the client also throws have none. */
const meanings = new Map<unknown, (cause: unknown) => Error>([
  [undefined, outage],
  [1, outage],
  [2, outage],
  [4, noAnswer],
  [7, refused],
  [8, outage],
  // "Aborted" is a timeout inside the server.
  [10, noAnswer],
  [13, outage],
  [14, outage],
  [16, refused],
]);

/** The same by the client's own types of errors, as some of them have no status. */
const namedMeanings = new Map<unknown, (cause: unknown) => Error>([
  ['access-denied', refused],
  ['maximum-append-size-exceeded', (cause) => new TooLarge('EventStoreDB takes less', { cause })],
  ['not-leader', outage],
]);

/** Errors of our own code and not of the network: a retry would only hide them. */
const mistakes = [TypeError, RangeError, ReferenceError, SyntaxError];

/** Maps an error of the client to an error of the port. Other errors stay the same. */
export function toLogError(error: unknown): Error {
  if (error instanceof Unavailable || error instanceof Timeout) return error;
  if (!(error instanceof Error)) return outage(error);
  if (isStreamNotFound(error) || mistakes.some((Mistake) => error instanceof Mistake)) return error;
  const { code, type } = tagsOf(error);
  const meaning = namedMeanings.get(type) ?? meanings.get(code);
  return meaning?.(error) ?? error;
}

export function noAnswer(cause?: unknown): Timeout {
  return new Timeout('EventStoreDB did not respond in time', { cause });
}

export function isStreamNotFound(error: unknown): boolean {
  return tagsOf(error).type === 'stream-not-found';
}

function outage(cause: unknown): Unavailable {
  return new Unavailable(`EventStoreDB cannot be reached${reasonOf(cause)}`, { cause });
}

/** The network's reason in a message of the client. */
function reasonOf(cause: unknown): string {
  const found = /Last error: (?:Error: )?(?<reason>[^()\n]+?)(?: \(.*)?\. Resolution/s;
  const reason = found.exec(errorMessage(cause))?.groups?.['reason'];
  return reason === undefined ? '' : `: ${reason}`;
}

function tagsOf(error: unknown): Tags {
  return error instanceof Error ? Object.assign<Tags, Error>({}, error) : {};
}

type Tags = { readonly code?: unknown; readonly type?: unknown };
