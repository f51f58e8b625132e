import { Outage, UnusableLog, WrongServerSetting } from '@directory/domain/event-store';
import { sleep } from '@directory/domain/shared/timers';
import { errorMessage } from '@directory/domain/shared/unknown';
import { pingFailures, type pingAll } from '@directory/projections';
import type { Logger } from 'pino';
import type { ApiContext } from './http/middleware/session.ts';

export type Waiting = {
  /** The stores that may be unreachable for a while. */
  readonly stores: Pingable;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** Called once per wait, when a store is unreachable. */
  readonly onWait: () => void;
};

const retryMs = 500;

/**
 * Runs `work` once all stores are reachable, and runs it again after an outage in the middle of it.
 *
 * @throws WrongServerSetting, as waiting does not help
 */
export async function withStores<Result>(
  waiting: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    await waitForStores(waiting);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Outage) || Object.keys(waiting.stores).length === 0) throw error;
      waiting.logger.warn({ err: error }, 'a store became unreachable during the start; retrying');
      await sleep(retryMs);
    }
  }
}

const logIntervalMs = 10_000;

/**
 * Waits until all are reachable. Logs which are not, and why: at once when that changes, and again from time to time.
 *
 * @throws WrongServerSetting
 */
async function waitForStores({ stores, logger, onWait }: Waiting): Promise<void> {
  let logged: { readonly names: string; readonly at: number } | null = null;
  for (;;) {
    const failures = await unreachable(stores);
    const names = Object.keys(failures);
    if (names.length === 0) break;
    if (!logged) onWait();
    if (logged?.names !== names.join() || performance.now() - logged.at >= logIntervalMs) {
      logged = { names: names.join(), at: performance.now() };
      logger.warn({ stores: names, reasons: failures }, 'waiting for stores that are unreachable');
    }
    await sleep(retryMs);
  }
  if (logged) logger.info('all stores are reachable');
}

/** The unreachable stores, with the reasons. A damaged log is no outage. */
async function unreachable(stores: Pingable): Promise<Readonly<Record<string, string>>> {
  const failures = [...(await pingFailures(stores))].filter(
    ([, error]) => !(error instanceof UnusableLog),
  );
  for (const [, error] of failures) if (error instanceof WrongServerSetting) throw error;
  return Object.fromEntries(failures.map(([name, error]) => [name, errorMessage(error)]));
}

/**
 * Logs why requests fail. An outage or a damaged log fails many with one reason, which is logged at once and again from time to time:
 * a line for each would fill a disk that is nearly full.
 */
export function logFailures(logger: Pick<Logger, 'error'>): (error: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (error) => {
    if (error instanceof Outage || error instanceof UnusableLog) {
      const now = performance.now();
      if (now - (loggedAt.get(error.name) ?? -Infinity) < logIntervalMs) return;
      loggedAt.set(error.name, now);
    }
    logger.error({ err: error }, 'a request failed');
  };
}

/** Null during an outage. */
export async function unlessOutage<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Outage) return null;
    throw error;
  }
}

/** The stores of the site by name. */
export type Pingable = Parameters<typeof pingAll>[0];

type StoreHealth = Awaited<ReturnType<typeof pingAll>>;

/** Answers 503 unless all stores are reachable. */
export function answerReadiness(
  ctx: Pick<ApiContext, 'status' | 'body'>,
  health: StoreHealth,
  isReady = Object.values(health).every((each) => each === 'ok'),
): void {
  ctx.status = isReady ? 200 : 503;
  ctx.body = { status: isReady ? 'ready' : 'not ready', stores: health };
}
