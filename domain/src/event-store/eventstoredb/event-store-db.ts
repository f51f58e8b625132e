import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { EventStoreDBClient } from '@eventstore/db-client';
import { WrongServerSetting } from '../../shared/server-setting.ts';
import { withTimeout } from '../../shared/timeout.ts';
import { errorMessage } from '../../shared/unknown.ts';
import { Unavailable, type EventStore } from '../event-store.ts';
import { followLog, wakeUp } from '../follow-log.ts';
import { parseAddress, UnusableAddress, type Address } from './address.ts';
import { appender } from './appender.ts';
import { noAnswer, type Connection } from './connection.ts';
import { batchReader, logReader, streamReader } from './log-reader.ts';

export { UnusableAddress } from './address.ts';

export type EventStoreDbOptions = {
  /** `esdb://name:password@host:2113` or `esdb+discover://…`; without TLS `?tls=false`. */
  readonly url: string;
  /** How long the server may send nothing. In ms. */
  readonly timeoutMs?: number;
};

/** How soon the appends of another process are noticed; those of this process wake their subscribers. */
const pollIntervalMs = 50;

/** Health checks use a short timeout. */
const pingMs = 3_000;

/**
 * The event log in EventStoreDB. Connects with the first call, so that it opens while the server is unreachable, and reconnects by
 * itself.
 *
 * @throws UnusableAddress
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<EventStore> {
  const address = parseAddress(options.url);
  const connection = {
    client: connect(address.connectionString),
    options: { credentials: address.credentials, requiresLeader: true },
    timeoutMs: options.timeoutMs ?? 10_000,
    closing: new AbortController(),
  };
  return storeOn(connection, address);
}

function connect(connectionString: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    throw new UnusableAddress(errorMessage(error));
  }
}

function storeOn(connection: Connection, address: Address): EventStore {
  const { client, closing, timeoutMs } = connection;
  setMaxListeners(0, closing.signal);
  const reader = logReader(connection);
  const readStream = streamReader(connection);
  const { append, underWay } = appender(connection);
  const commits = wakeUp();
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
      return readStream(stream, from);
    },
    readAll: async ({ after, limit, types }) => {
      requireOpen();
      return reader.all(after, limit, types);
    },
    readFields: async (options) => {
      requireOpen();
      return reader.fields(options);
    },
    readLast: async (limit) => {
      requireOpen();
      return reader.last(limit);
    },
    subscribe: (from) =>
      followLog(
        { readBatch: batchReader(reader), wakeUp: commits, pollIntervalMs, requireOpen },
        from,
      ),
    head: async () => {
      requireOpen();
      return reader.head();
    },
    ping: async () => {
      requireOpen();
      await withTimeout(Math.min(timeoutMs, pingMs), reader.newest(), noAnswer).catch(
        async (error: unknown) => {
          await requireFittingTls(address);
          throw error;
        },
      );
    },
    close: () => (closed ??= shutDown()),
  };
}

/** What a server did when it was greeted with TLS. */
type Greeting =
  | { readonly kind: 'trusted' | 'no-tls' | 'unreachable' }
  | { readonly kind: 'untrusted'; readonly reason: string };

const greetingTimeoutMs = 2_000;

/**
 * Finds out whether the servers speak TLS as their address says, which the client reports like any other outage. A server that
 * cannot be reached is no error.
 *
 * @throws WrongServerSetting
 */
async function requireFittingTls({ hosts, tls }: Address): Promise<void> {
  for (const host of hosts) {
    const greeting = await greet(host, tls);
    if (greeting.kind === 'unreachable') continue;
    const problem = problemOf(greeting, tls !== null);
    if (problem) throw new WrongServerSetting(problem);
    return;
  }
}

function problemOf(greeting: Greeting, isSecure: boolean): string | null {
  if (!isSecure)
    return greeting.kind === 'no-tls'
      ? null
      : 'EventStoreDB requires TLS: remove tls=false from EVENTSTORE_URL, and name its certificate authority with tlsCAFile.';
  if (greeting.kind === 'no-tls')
    return 'EventStoreDB does not speak TLS: add tls=false to EVENTSTORE_URL, or run the server with a certificate.';
  if (greeting.kind === 'untrusted')
    return `The certificate of EventStoreDB is not trusted (${greeting.reason}): name its certificate authority with tlsCAFile in EVENTSTORE_URL, and the server as its certificate does.`;
  return null;
}

function greet({ name, port }: Address['hosts'][number], tls: Address['tls']): Promise<Greeting> {
  return new Promise((resolve) => {
    const finish = (greeting: Greeting) => {
      socket.destroy();
      resolve(greeting);
    };
    const socket = connectByTls({
      host: name,
      port,
      ...(!isIP(name) && { servername: name }),
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
      timeout: greetingTimeoutMs,
      ...(tls?.caFile && { ca: readFileSync(tls.caFile) }),
    });
    socket.on('secureConnect', () => {
      const isTrusted = socket.authorized || tls?.isVerified === false;
      // A code such as DEPTH_ZERO_SELF_SIGNED_CERT, whatever its type says.
      const reason = String(socket.authorizationError);
      finish(isTrusted ? { kind: 'trusted' } : { kind: 'untrusted', reason });
    });
    socket.on('timeout', () => {
      finish({ kind: 'unreachable' });
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isProtocol = error.code === 'EPROTO' || error.code?.startsWith('ERR_SSL') === true;
      finish({ kind: isProtocol ? 'no-tls' : 'unreachable' });
    });
  });
}
