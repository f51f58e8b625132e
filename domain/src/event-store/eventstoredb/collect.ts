import type { StreamingRead } from '@eventstore/db-client';
import { Unavailable } from '../event-store.ts';
import type { Connection } from './connection.ts';
import { noAnswer, toLogError } from './log-errors.ts';

/**
 * Everything that one read yields. Written with listeners because leaving a loop over the client's streams does not end the
 * call, and because they report errors more than once: a listener must stay.
 *
 * @throws Timeout, Unavailable, AccessRefused
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
      finish(() => {
        reject(reason);
      });
    };
    const giveUp = () => {
      cancel(new Unavailable('nobody waits for the answer any more'));
    };
    const silence = setTimeout(() => {
      cancel(noAnswer());
    }, timeoutMs);
    for (const each of signals) each.addEventListener('abort', giveUp);
    if (signals.some(({ aborted }) => aborted)) giveUp();
    read.on('data', (item: Item) => {
      silence.refresh();
      items.push(item);
    });
    read.on('error', (error: unknown) => {
      finish(() => {
        reject(toLogError(error));
      });
    });
    read.on('end', () => {
      finish(() => {
        resolve(items);
      });
    });
  });
}
