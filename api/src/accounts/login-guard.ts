import type { KeyObject } from 'node:crypto';
import { createKeyedQueue } from '@directory/domain/shared/concurrency';
import { tooManyRequests, type RequestProblem } from '../http/errors.ts';
import { secondsToWait } from '../http/middleware/rate-limit.ts';
import { networkOf } from '../network-address.ts';
import { deriveKey, keyedHash } from './account-encryption.ts';
import { normalizeForLookup, type AccountName, type FailureStore } from './account-store.ts';

export type LoginGuard = ReturnType<typeof loginGuard>;

/** Counts a failure, and throws the problem. */
type Fail = (problem: RequestProblem) => Promise<never>;

const hour = 3600;
const freeFailures = 5;
/** Failures of all networks within an hour, after which each network has one free failure. */
const attackFailures = 100;
const maxWaitSeconds = 900;

/**
 * Delays guesses at an account, whether it exists or not. After some failures a network has to wait, longer each time; after many
 * failures from everywhere, each network waits sooner. Nobody is locked out by others: a network without failures never waits.
 * The store holds neither names nor addresses, but hashes under a key that is derived from the given one.
 */
export function loginGuard(failures: FailureStore, key: KeyObject) {
  const hashKey = deriveKey(key, 'login-failures');
  const hashOf = (...parts: readonly string[]) => keyedHash(parts.join('\n'), hashKey);
  const perNetwork = failures.failureCounter('network', hour);
  const perAccount = failures.failureCounter('account', hour);
  const waits = failures.failureCounter('wait', maxWaitSeconds);
  const takeTurns = createKeyedQueue();

  return {
    /**
     * Attempts of one network at one account take turns, so that guesses sent together count like guesses one by one. Once `verify`
     * resolves, earlier failures of the network no longer count; an error that it throws without `fail` changes nothing.
     * @throws RequestProblem 429 while the network has to wait; what `verify` throws
     */
    attempt<Result>(
      { role, name }: AccountName,
      address: string,
      verify: (fail: Fail) => Promise<Result>,
    ): Promise<Result> {
      const account = hashOf(role, normalizeForLookup(name));
      const network = hashOf(account, networkOf(address));
      return takeTurns(network, async () => {
        const waiting = await waits.get(network);
        if (waiting !== null && waiting.msBeforeNext > 0)
          throw tooManyRequests(secondsToWait(waiting, maxWaitSeconds));
        const result = await verify(async (problem) => {
          const own = (await perNetwork.penalty(network)).consumedPoints;
          const all = (await perAccount.penalty(account)).consumedPoints;
          const seconds = waitAfter(own, all);
          if (seconds > 0) await waits.block(network, seconds);
          throw problem;
        });
        await perNetwork.delete(network);
        return result;
      });
    },
  };
}

/** The wait in seconds: 2, 4, 8, … up to a quarter of an hour. */
export function waitAfter(ownFailures: number, allFailures: number): number {
  const over = ownFailures - (allFailures > attackFailures ? 1 : freeFailures) + 1;
  return over <= 0 ? 0 : Math.min(maxWaitSeconds, 2 ** over);
}
