import { setTimeout } from 'node:timers/promises';
import {
  MongoClient,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
  type Db,
} from 'mongodb';
import { messageOf } from '../message-of.ts';
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

/** Nothing waits for ever for a server that is away, nor for one that took a connection and says nothing. */
const patience = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 10_000,
};
const pingPatienceMs = 2_000;

/** @throws UnusableMongoUrl */
export function mongoAccess({ url, what, Unavailable, prepare }: MongoStore): MongoAccess {
  const client = newClient(url);
  const db = client.db(databaseOf(url));
  const prepared = onceItWorks(async () => prepare?.(db));
  let isOpen = true;

  async function use<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    if (!isOpen) throw new Unavailable(`${what} are closed`);
    try {
      await prepared();
      return await work(db);
    } catch (error) {
      // Without its cause, which holds the whole state of the connection.
      throw isOutage(error)
        ? new Unavailable(`${what} in MongoDB cannot be reached: ${messageOf(error)}`)
        : error;
    }
  }

  return {
    use,
    async ping() {
      const answer = use((reached) => reached.command({ ping: 1 }));
      const isThere = await within(pingPatienceMs, answer);
      if (!isThere) throw new Unavailable(`${what} in MongoDB do not answer`);
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
      ...patience,
      appName: 'kampong-bharu-directory',
      maxPoolSize: 20,
      ignoreUndefined: true,
      // What was just written must be read.
      readPreference: 'primary',
    });
  } catch (error) {
    const reason = messageOf(error);
    // Some of the driver's messages repeat the whole address, with the password in it.
    const told = reason.includes('://') ? 'it is not written as such addresses are' : reason;
    throw new UnusableMongoUrl(`MONGODB_URL cannot be used: ${told}.`);
  }
}

/** False when it takes longer; a failure is thrown. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const timer = setTimeout(ms, false, { signal: late.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), timer]);
  } finally {
    late.abort();
    work.catch(() => undefined);
  }
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

/** Shutting down, stepping down, not primary, time exceeded, may not log in: another time it may well work. */
const codesOfOutages: readonly unknown[] = [
  6, 7, 13, 18, 50, 64, 89, 91, 189, 262, 8000, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
];

const classesOfOutages = [
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
