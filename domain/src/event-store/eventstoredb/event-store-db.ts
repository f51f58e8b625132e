import { setMaxListeners } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import { withTimeout } from '../../shared/timeout.ts';
import { errorMessage } from '../../shared/unknown.ts';
import { Unavailable, type EventStore } from '../event-store.ts';
import { wakeUp } from '../follow-log.ts';
import { parseAddress, UnusableAddress } from './address.ts';
import { appender } from './appender.ts';
import { noAnswer, type Connection } from './connection.ts';
import { follow, liveSubscription } from './subscription.ts';
import { logReader, streamReader } from './log-reader.ts';

export { UnusableAddress } from './address.ts';
export { AccessRefused } from './connection.ts';

export type EventStoreDbOptions = {
  /** `esdb://name:password@host:2113` or `esdb+discover://…`; without TLS `?tls=false`. */
  readonly url: string;
  /** How long the server may send nothing. In ms. */
  readonly timeoutMs?: number;
};

/** Health checks use a short timeout. */
const pingMs = 3_000;

/**
 * The event log in EventStoreDB. Connects with the first call, so that it opens while the server is unreachable, and reconnects by
 * itself.
 *
 * @throws UnusableAddress
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<EventStore> {
  const { connectionString, credentials } = parseAddress(options.url);
  return storeOn({
    client: connect(connectionString),
    options: { credentials, requiresLeader: true },
    timeoutMs: options.timeoutMs ?? 10_000,
    closing: new AbortController(),
  });
}

function connect(connectionString: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    throw new UnusableAddress(errorMessage(error));
  }
}

function storeOn(connection: Connection): EventStore {
  const { client, closing, timeoutMs } = connection;
  setMaxListeners(0, closing.signal);
  const reader = logReader(connection);
  const streams = streamReader(connection);
  const { append, underWay } = appender(connection, streams);
  const commits = wakeUp();
  const live = liveSubscription(connection, commits.all);
  let closed: Promise<void> | undefined;
  const requireOpen = () => {
    if (closed) throw new Unavailable('the log was closed');
  };
  const shutDown = async () => {
    commits.all();
    await underWay();
    closing.abort();
    await withTimeout(timeoutMs, client.dispose(), noAnswer).catch(() => undefined);
  };

  return {
    append: async (...given) => {
      requireOpen();
      const appended = await append(...given);
      commits.all();
      return appended;
    },
    readStream: async (stream, { from = 0 } = {}) => {
      requireOpen();
      return streams.stream(stream, from);
    },
    readAll: async ({ after, limit }) => {
      requireOpen();
      return reader.all(after, limit);
    },
    subscribe: (from) => follow({ reader, live, wakeUp: commits, requireOpen }, from),
    head: async () => {
      requireOpen();
      return reader.head();
    },
    ping: async () => {
      requireOpen();
      await withTimeout(Math.min(timeoutMs, pingMs), reader.newest(), noAnswer);
    },
    close: () => (closed ??= shutDown()),
  };
}
