import { setTimeout } from 'node:timers/promises';
import { pingAll } from '@directory/projections';
import type { Logger } from 'pino';
import { isOutage } from './outages.ts';
import { unreachableStores, type Pingable } from './http/readiness.ts';

export type Waiting = {
  /** That may be away for a while. */
  readonly stores: Pingable;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** Called once, when something has to be waited for. */
  readonly onWait: () => void;
};

/** Does what needs the stores as soon as all are there; when one goes away meanwhile, waits and does it once more. */
export async function whenStoresAreThere<Result>(
  waiting: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    await awaitStores(waiting);
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Object.keys(waiting.stores).length === 0) throw error;
      waiting.logger.warn({ err: error }, 'a store went away during the start; it is tried again');
      await setTimeout(lookEveryMs);
    }
  }
}

const lookEveryMs = 500;

/** Says so when it has to wait, and for what, but not at every look. */
async function awaitStores({ stores, logger, onWait }: Waiting): Promise<void> {
  let told = '';
  for (;;) {
    const away = unreachableStores(await pingAll(stores));
    if (away.length === 0) break;
    if (told === '') onWait();
    if (told !== away.join()) logger.warn({ stores: away }, 'waiting for stores that are away');
    told = away.join();
    await setTimeout(lookEveryMs);
  }
  if (told !== '') logger.info('all stores are there');
}
