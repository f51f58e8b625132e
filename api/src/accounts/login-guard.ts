import { createHash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { tooManyRequests } from '../http/errors.ts';
import { networkOf } from '../http/middleware/rate-limit.ts';
import { normalizeForLookup } from './account-store.ts';
import type { AccountName } from './passwords.ts';

/**
 * Delays guesses at one account, whether it exists or not. After some failures a network has to wait, longer each time, and after
 * many failures from everywhere each network sooner. Nobody is locked out by others: a network without failures of its own never waits.
 */
export type LoginGuard = {
  /** @throws RequestProblem 429 while the network has to wait */
  readonly begin: (account: AccountName, address: string) => Promise<Attempt>;
};

type Attempt = {
  readonly fail: () => Promise<void>;
  readonly succeed: () => Promise<void>;
};

const hour = 3600;
const freeFailures = 5;
/** Of all networks within an hour: then a network has one. */
const attackFailures = 100;
const maxWaitSeconds = 900;

/** Counts in memory. Keys are hashes: the limiter holds no name and no address. */
export function loginGuard(): LoginGuard {
  const perNetwork = new RateLimiterMemory({ points: 1, duration: hour, keyPrefix: 'network' });
  const perAccount = new RateLimiterMemory({ points: 1, duration: hour, keyPrefix: 'account' });
  const waits = new RateLimiterMemory({ points: 1, duration: maxWaitSeconds, keyPrefix: 'wait' });
  return {
    async begin({ role, name }, address) {
      const account = hashOf(role, normalizeForLookup(name));
      const network = hashOf(account, networkOf(address));
      const waiting = await waits.get(network);
      if (waiting !== null && waiting.msBeforeNext > 0)
        throw tooManyRequests(Math.ceil(waiting.msBeforeNext / 1000));
      return {
        async fail() {
          const own = (await perNetwork.penalty(network)).consumedPoints;
          const all = (await perAccount.penalty(account)).consumedPoints;
          const seconds = waitAfter(own, all);
          if (seconds > 0) await waits.block(network, seconds);
        },
        async succeed() {
          await perNetwork.delete(network);
        },
      };
    },
  };
}

/** In seconds: 2, 4, 8, … up to a quarter of an hour. */
export function waitAfter(ownFailures: number, allFailures: number): number {
  const over = ownFailures - (allFailures > attackFailures ? 1 : freeFailures) + 1;
  return over <= 0 ? 0 : Math.min(maxWaitSeconds, 2 ** over);
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
