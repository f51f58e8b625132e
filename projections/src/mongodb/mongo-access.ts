import { WrongServerSetting } from '@directory/domain/event-store';
import { withTimeout } from '@directory/domain/shared/timers';
import { errorMessage, NamedError } from '@directory/domain/shared/unknown';
import {
  MongoBulkWriteError,
  MongoClient,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoSystemError,
  MongoTopologyClosedError,
  type Collection,
  type Db,
  type DbOptions,
  type Document,
  type Filter,
  type UpdateFilter,
} from 'mongodb';
import { databaseOf, OperatorError } from '../config.ts';

/** One store's way to MongoDB. Connects when it is used first, and again whenever the server is back. */
export type MongoAccess = ReturnType<typeof mongoAccess>;

export type MongoStore = {
  readonly url: string;
  /** By default the database of the address. */
  readonly database?: string | undefined;
  /** As in "The accounts cannot be reached". */
  readonly what: string;
  readonly Unavailable: new (message: string) => Error;
  /** The write concern; by default that of the address. */
  readonly writes?: DbOptions;
  /** Done once before anything else, and repeated until it has worked. */
  readonly prepare?: (db: Db) => Promise<unknown>;
};

/** Acknowledged writes are on disk, and survive the loss of one server. */
export const onDisk = {
  writeConcern: { w: 'majority', journal: true },
} as const satisfies DbOptions;

/** Bounds every wait for an unreachable or silent server. */
const timeouts = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 10_000,
};
/** After a wait for a server, further calls fail at once for so long: those of a request would wait one after the other. */
const unreachableMs = 500;
/** Bounds a call where the driver misses the end of its connection, and its own timeouts with it. */
const maxMs = 30_000;
/** Longer than the selection of a server, whose error has the reason. */
const pingTimeoutMs = 2_500;

/** @throws OperatorError where the address cannot be understood */
export function mongoAccess({
  url,
  database = databaseOf(url),
  what,
  Unavailable,
  writes,
  prepare,
}: MongoStore) {
  let client = newClient(url);
  let isOpen = true;
  let wrongSetting: WrongServerSetting | undefined;
  let failed = { message: '', until: 0 };
  const prepared = onceItWorks(
    async () =>
      prepare && withTimeout(maxMs, prepare(client.db(database, writes)), noAnswer(maxMs)),
  );

  /** @throws what the store throws when it cannot be reached */
  async function use<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    if (!isOpen) throw new Unavailable(`${what} are closed`);
    if (performance.now() < failed.until) throw new Unavailable(failed.message);
    const used = client;
    try {
      await prepared();
      const result = await withTimeout(maxMs, work(used.db(database, writes)), noAnswer(maxMs));
      wrongSetting = undefined;
      return result;
    } catch (error) {
      if (!isOutage(error)) throw error;
      wrongSetting = settingError(error);
      const message = `${what} in MongoDB cannot be reached: ${errorMessage(error)}`;
      const isGone = error instanceof MongoServerSelectionError || error instanceof NoAnswer;
      // Calls over a client that was replaced may fail long after, while the server is reachable again.
      if (isGone && used === client) {
        replace(used);
        failed = { message, until: performance.now() + unreachableMs };
      }
      // The cause is left out, as it holds the whole state of the connection.
      throw new Unavailable(message);
    }
  }

  /** The driver's watch over a server may hang for ever when connections end as it looks, and then never finds it again. */
  function replace(used: MongoClient): void {
    if (!isOpen) return;
    client = newClient(url);
    void used.close().catch(() => undefined);
  }

  return {
    use,
    /** @throws also WrongServerSetting */
    ping: async (): Promise<void> => {
      await use((db) =>
        withTimeout(pingTimeoutMs, db.command({ ping: 1 }), noAnswer(pingTimeoutMs)),
      ).catch((error: unknown) => {
        throw wrongSetting ?? error;
      });
    },
    /** Ends what is under way with an outage; so does every call after it. */
    close: async (): Promise<void> => {
      isOpen = false;
      await client.close();
    },
  };
}

function newClient(url: string): MongoClient {
  try {
    return new MongoClient(url, {
      ...timeouts,
      appName: 'kampong-bharu-directory',
      maxPoolSize: 20,
      ignoreUndefined: true,
      // Reads must see the latest writes.
      readPreference: 'primary',
    });
  } catch (error) {
    const reason = errorMessage(error);
    // Some of the driver's messages repeat the whole address, with the password in it.
    const safeReason = reason.includes('://') ? 'it is not a valid address' : reason;
    throw new OperatorError(`MONGODB_URL cannot be used: ${safeReason}.`);
  }
}

const authenticationFailed = 18;

/** The setting to correct, for an error that no waiting ends; undefined for any other. */
export function settingError(error: Error): WrongServerSetting | undefined {
  if ('syscall' in error && error.syscall === 'open')
    return new WrongServerSetting(
      `A file that MONGODB_URL names cannot be read: ${error.message}.`,
    );
  const causes = causesOf(error);
  const { code } = causes.find((cause) => cause.code !== undefined) ?? {};
  if (code === authenticationFailed)
    return new WrongServerSetting(
      'MongoDB refuses the user name or the password in MONGODB_URL: correct them, or name the database of the user with authSource (often authSource=admin).',
    );
  if (typeof code !== 'string') return undefined;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return new WrongServerSetting(
      'MongoDB does not speak TLS: remove tls=true from MONGODB_URL, or run the server with a certificate.',
    );
  if (/CERT|ISSUER|SIGNATURE|ALTNAME/.test(code))
    return new WrongServerSetting(
      `The certificate of MongoDB is not trusted (${code}): name its certificate authority with tlsCAFile in MONGODB_URL, and the server as its certificate does.`,
    );
  return undefined;
}

/** The error, what each server that was tried reported, and their causes. */
function causesOf(error: unknown): readonly Coded[] {
  if (!(error instanceof Error)) return [];
  const servers =
    error instanceof MongoServerSelectionError ? [...(error.reason?.servers.values() ?? [])] : [];
  return [error, ...servers.flatMap((server) => causesOf(server.error)), ...causesOf(error.cause)];
}

type Coded = Error & { readonly code?: unknown };

class NoAnswer extends NamedError {}

function noAnswer(ms: number): () => NoAnswer {
  return () => new NoAnswer(`no answer within ${ms} ms`);
}

function onceItWorks(work: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}

/** One of two concurrent upserts may fail; repeated, it finds the record of the other. */
export async function upsert<Doc extends Document>(
  collection: Collection<Doc>,
  filter: Filter<Doc>,
  update: UpdateFilter<Doc>,
): Promise<void> {
  const attempt = () => collection.updateOne(filter, update, { upsert: true });
  await attempt().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    return attempt();
  });
}

/** Whether there was no record with the same key. */
export async function insertUnlessThere(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Whether nothing of a bulk write failed but ids that exist, and its write concern did not either. */
export function hasOnlyDuplicates(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === 11_000);
}

/** Shutting down, stepping down, not primary, time exceeded, too few replicas, no room, may not log in: another time it may well work. */
const codesOfOutages: readonly unknown[] = [
  6, 7, 13, 18, 50, 64, 89, 91, 100, 189, 262, 8000, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
  14_031,
];

const classesOfOutages = [
  NoAnswer,
  MongoNetworkError,
  MongoSystemError,
  MongoOperationTimeoutError,
  MongoTopologyClosedError,
  MongoNotConnectedError,
  MongoClientClosedError,
];

function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (classesOfOutages.some((Outage) => error instanceof Outage)) return true;
  if (error instanceof MongoServerError && codesOfOutages.includes(error.code)) return true;
  if (error instanceof MongoError && error.hasErrorLabel('RetryableWriteError')) return true;
  // The pool's own timeout has no class that is exported; the name of a server may not be found.
  return error.name === 'MongoWaitQueueTimeoutError' || 'syscall' in error;
}
