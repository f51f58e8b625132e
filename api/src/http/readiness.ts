import type { pingAll } from '@directory/projections';
import type { ApiContext } from './middleware/session.ts';

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
