import { Timeout, Unavailable } from '@directory/domain/event-store';
import { sleep } from '@directory/domain/shared/retry';
import { pingAll, ViewStoreUnavailable } from '@directory/projections';
import type { Logger } from 'pino';
import { AccountsUnavailable } from './accounts/account-store.ts';
import { unreachableStores, type Pingable } from './http/readiness.ts';
import { ImagesUnavailable } from './images/image-store.ts';

const outages = [
  Unavailable,
  Timeout,
  ViewStoreUnavailable,
  AccountsUnavailable,
  ImagesUnavailable,
] as const;

/** Whether the error means that a store is unreachable, which waiting may cure. */
export function isOutage(error: unknown): error is Error {
  return outages.some((Outage) => error instanceof Outage);
}

export type Waiting = {
  /** Those that may be unreachable for a while. */
  readonly stores: Pingable;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** Called once per wait, when a store is unreachable. */
  readonly onWait: () => void;
};

const retryMs = 500;

/** Runs `work` once all stores are reachable, and runs it again after an outage in the middle of it. */
export async function withStores<Result>(
  waiting: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    await waitForStores(waiting);
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Object.keys(waiting.stores).length === 0) throw error;
      waiting.logger.warn({ err: error }, 'a store became unreachable during the start; retrying');
      await sleep(retryMs);
    }
  }
}

/** Logs when the set of unreachable stores changes, not on every ping. */
async function waitForStores({ stores, logger, onWait }: Waiting): Promise<void> {
  let logged = '';
  for (;;) {
    const unreachable = unreachableStores(await pingAll(stores));
    if (unreachable.length === 0) break;
    if (logged === '') onWait();
    if (logged !== unreachable.join())
      logger.warn({ stores: unreachable }, 'waiting for stores that are unreachable');
    logged = unreachable.join();
    await sleep(retryMs);
  }
  if (logged !== '') logger.info('all stores are reachable');
}
