import type { pingAll } from '@directory/projections';
import type { ApiContext } from './http.ts';

/** What the site cannot do without, by name. */
export type Pingable = Parameters<typeof pingAll>[0];

type Standing = Awaited<ReturnType<typeof pingAll>>;

/** 503 unless everything is there. */
export function answerReadiness(
  ctx: Pick<ApiContext, 'status' | 'body'>,
  standing: Standing,
  isReady = Object.values(standing).every((each) => each === 'ok'),
): void {
  ctx.status = isReady ? 200 : 503;
  ctx.body = { status: isReady ? 'ready' : 'not ready', stores: standing };
}

export function awayOf(standing: Standing): readonly string[] {
  return Object.entries(standing).flatMap(([name, each]) => (each === 'away' ? [name] : []));
}
