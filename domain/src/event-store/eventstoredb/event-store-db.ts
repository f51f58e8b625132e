import { setMaxListeners } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import { createWakeUp, withTimeout } from '../../shared/timers.ts';
import { errorMessage } from '../../shared/unknown.ts';
import { Outage, type OrderedEventStore } from '../event-store.ts';
import { closable, followLog } from '../follow-log.ts';
import { parseAddress, UnusableAddress } from './address.ts';
import { appender } from './appender.ts';
import { noAnswer } from './connection.ts';
import { requireFittingTls } from './tls-check.ts';
import { orderedAppender } from './ordered-appender.ts';
import { logReader, streamReader } from './log-reader.ts';

export { UnusableAddress } from './address.ts';

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
export async function openEventStoreDb({
  url,
  timeoutMs = 10_000,
}: {
  /** `esdb://name:password@host:2113` or `esdb+discover://…`; without TLS `?tls=false`. */
  readonly url: string;
  /** How long the server may send nothing. In ms. */
  readonly timeoutMs?: number;
}): Promise<OrderedEventStore> {
  const address = parseAddress(url);
  const client = connect(address.connectionString);
  const options = { credentials: address.credentials, requiresLeader: true };
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const connection = { client, options, timeoutMs, closing };
  const reader = logReader(connection);
  const { append, underWay } = appender(connection);
  const appendInOrder = orderedAppender(connection);
  const commits = createWakeUp();
  const shutDown = async () => {
    commits.wakeAll();
    await underWay();
    closing.abort();
    await withTimeout(timeoutMs, client.dispose(), noAnswer).catch(() => undefined);
  };
  const { whileOpen, requireOpen, close } = closable(shutDown);
  /** The client reports TLS on one side only like any other outage. */
  const explained = <Args extends readonly unknown[], Result>(
    call: (...args: Args) => Promise<Result>,
  ) =>
    whileOpen(async (...args: Args) => {
      try {
        return await call(...args);
      } catch (error) {
        if (error instanceof Outage) await requireFittingTls(address);
        throw error;
      }
    });

  return {
    append: explained(async (...given) => {
      const appended = await append(...given);
      commits.wakeAll();
      return appended;
    }),
    appendInOrder: whileOpen(appendInOrder),
    readStream: explained(streamReader(connection)),
    readAll: explained(reader.all),
    readFields: explained(reader.fields),
    readLast: explained(reader.last),
    subscribe: (from) =>
      followLog(
        { readBatch: reader.batches(), wakeUp: commits, pollIntervalMs, requireOpen },
        from,
      ),
    head: explained(reader.head),
    ping: explained(async () => {
      await withTimeout(Math.min(timeoutMs, pingMs), reader.newest(), noAnswer);
    }),
    close,
  };
}

function connect(connectionString: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    throw new UnusableAddress(errorMessage(error).replace(/\.$/, ''));
  }
}
