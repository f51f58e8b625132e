import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './asking.ts';
import type { Keeper } from './supervisor.ts';
import { oneOf } from './pick.ts';

/** Looks at listings that are public all the time, at either replica, until the signal. */
export async function visitListings({
  ledger,
  random,
  replicas,
  signal,
}: Pick<Keeper, 'ledger' | 'random' | 'replicas' | 'signal'>): Promise<void> {
  while (!signal.aborted) {
    const visited = oneOf(ledger.visits, random);
    const answer = await ask(`${oneOf(replicas, random)}/api/businesses/${visited.id}/view`, {
      method: 'POST',
      body: { viewedAt: new Date().toISOString() },
    });
    if (answer?.status === 204) visited.acknowledged += 1;
    else visited.unknown += 1;
    if (answer && answer.status >= 300 && answer.status < 500)
      ledger.wrongs.push(`a visit was answered ${String(answer.status)}`);
    await delay(10 + random() * 60);
  }
}
