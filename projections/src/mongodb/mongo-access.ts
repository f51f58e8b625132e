import {
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
  type Db,
} from 'mongodb';
import { withTimeout } from '@directory/domain/shared/timeout';
import { errorMessage } from '@directory/domain/shared/unknown';
import { databaseOf } from './mongo-url.ts';

/** One store's way to MongoDB. Connects when it is used first, and again whenever the server is back. */
export type MongoAccess = {
  /** @throws what the store throws when it cannot be reached */
  readonly use: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
  readonly ping: () => Promise<void>;
  /** Ends what is under way with an outage; so does every call after it. */
  readonly close: () => Promise<void>;
};

export type MongoStore = {
  readonly url: string;
  /** As in "the accounts cannot be reached". */
  readonly what: string;
  readonly Unavailable: new (message: string) => Error;
  /** Done once before anything else, and again until it worked. */
  readonly prepare?: (db: Db) => Promise<unknown>;
};

/** Bounds every wait for an unreachable or silent server. */
const timeouts = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 10_000,
};
/** For connections whose end the driver misses, and its own timeouts with it. */
const maxMs = 30_000;
const pingTimeoutMs = 2_000;

/** @throws UnusableMongoUrl */
export function mongoAccess({ url, what, Unavailable, prepare }: MongoStore): MongoAccess {
  let client = newClient(url);
  let isOpen = true;
  const prepared = onceItWorks(async () => prepare?.(client.db(databaseOf(url))));

  async function use<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    if (!isOpen) throw new Unavailable(`${what} are closed`);
    const used = client;
    try {
      await prepared();
      return await withTimeout(maxMs, work(used.db(databaseOf(url))), noAnswer(maxMs));
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (error instanceof MongoServerSelectionError || error instanceof NoAnswer) replace(used);
      // Without its cause, which holds the whole state of the connection.
      throw new Unavailable(`${what} in MongoDB cannot be reached: ${errorMessage(error)}`);
    }
  }

  /** The driver's watch over a server may hang for ever when connections end as it looks, and then never finds it again. */
  function replace(used: MongoClient): void {
    if (!isOpen || used !== client) return;
    client = newClient(url);
    void used.close().catch(() => undefined);
  }

  return {
    use,
    async ping() {
      await use((db) =>
        withTimeout(pingTimeoutMs, db.command({ ping: 1 }), noAnswer(pingTimeoutMs)),
      );
    },
    async close() {
      isOpen = false;
      await client.close();
    },
  };
}

/** The address cannot be understood. */
export class UnusableMongoUrl extends Error {
  override readonly name = 'UnusableMongoUrl';
}

function newClient(url: string): MongoClient {
  try {
    return new MongoClient(url, {
      ...timeouts,
      appName: 'kampong-bharu-directory',
      maxPoolSize: 20,
      ignoreUndefined: true,
      // What was just written must be read.
      readPreference: 'primary',
    });
  } catch (error) {
    const reason = errorMessage(error);
    // Some of the driver's messages repeat the whole address, with the password in it.
    const safeReason = reason.includes('://') ? 'it is not a valid address' : reason;
    throw new UnusableMongoUrl(`MONGODB_URL cannot be used: ${safeReason}.`);
  }
}

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

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

/** Shutting down, stepping down, not primary, time exceeded, no room, may not log in: another time it may well work. */
const codesOfOutages: readonly unknown[] = [
  6, 7, 13, 18, 50, 64, 89, 91, 189, 262, 8000, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
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
