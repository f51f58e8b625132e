import { createSecretKey, randomBytes } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestProblem, unauthorized } from '../http/errors.ts';
import { memoryCounter } from './account-store.ts';
import { loginGuard, waitAfter, type LoginGuard } from './login-guard.ts';

const account = { role: 'owner', name: 'siti@example.com' } as const;
const home = '203.0.113.7';

let guard: LoginGuard;
beforeEach(() => {
  vi.useFakeTimers();
  guard = loginGuard({ failureCounter: memoryCounter }, createSecretKey(randomBytes(32)));
});
afterEach(() => {
  vi.useRealTimers();
});

const wrong = unauthorized();

async function fail(times: number, address: string, who: typeof account | object = account) {
  for (let time = 0; time < times; time += 1)
    await guard
      .attempt({ ...account, ...who }, address, (refuse) => refuse(wrong))
      .catch((error: unknown) => {
        if (error !== wrong) throw error;
      });
}

/** The seconds to wait; 0 if an attempt is answered, which neither succeeds nor fails. */
async function waitOf(address: string, who: object = {}): Promise<number> {
  const answered = new Error('neither right nor wrong');
  try {
    return await guard.attempt({ ...account, ...who }, address, () => Promise.reject(answered));
  } catch (error) {
    if (error === answered) return 0;
    if (!(error instanceof RequestProblem)) throw error;
    expect(error.status).toBe(429);
    return Number(error.headers['Retry-After']);
  }
}

describe('loginGuard', () => {
  test('lets a network wait after five failures, and twice as long after the next', async () => {
    await fail(4, home);
    expect(await waitOf(home)).toBe(0);
    await fail(1, home);
    expect(await waitOf(home)).toBe(2);
    await vi.advanceTimersByTimeAsync(2_000);
    await fail(1, home);
    expect(await waitOf(home)).toBe(4);
  });

  test('lets a network wait at most a quarter of an hour after the clock was set back', async () => {
    await fail(5, home);
    vi.setSystemTime(Date.now() - 10 * 86_400_000);
    expect(await waitOf(home)).toBe(900);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await waitOf(home)).toBe(0);
  });

  test('answers as many guesses that a network sends at once as one by one', async () => {
    const guesses = Array.from({ length: 20 }, () => fail(1, home));
    const results = await Promise.allSettled(guesses);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('goes on after an attempt that ended in an error', async () => {
    const broken = guard.attempt(account, home, () => Promise.reject(new Error('no store')));
    await expect(broken).rejects.toThrow('no store');
    expect(await waitOf(home)).toBe(0);
  });

  test('says how many minutes a network has to wait', async () => {
    for (let failure = 0; failure < 14; failure += 1) {
      await fail(1, home);
      await vi.advanceTimersByTimeAsync((await waitOf(home)) * 1_000);
    }
    await fail(1, home);
    const refused = guard.attempt(account, home, () => Promise.resolve());
    await expect(refused).rejects.toThrow('Please wait 15 minutes');
  });

  test('lets neither other networks nor other accounts wait', async () => {
    await fail(5, home);
    expect(await waitOf('198.51.100.1')).toBe(0);
    expect(await waitOf(home, { name: 'ahmad@example.com' })).toBe(0);
    expect(await waitOf(home, { role: 'admin' })).toBe(0);
  });

  test('counts a name in any case, and an IPv6 network, as one', async () => {
    await fail(3, '2001:db8:1:2::1');
    await fail(2, '2001:db8:1:2::2', { name: 'SITI@example.com' });
    expect(await waitOf('2001:db8:1:2::3')).toBe(2);
  });

  test('gives the store neither names nor addresses', async () => {
    const counter = memoryCounter('failures', 60);
    const counted = vi.spyOn(counter, 'penalty');
    guard = loginGuard({ failureCounter: () => counter }, createSecretKey(randomBytes(32)));
    await fail(1, home);
    const keys = counted.mock.calls.map(([key]) => key);
    expect(keys).toHaveLength(2);
    expect(keys.join()).not.toMatch(/siti|203\.0/);
  });

  test('forgets the failures of a network after an hour, and not before', async () => {
    await fail(4, home);
    await vi.advanceTimersByTimeAsync(3_590_000);
    await fail(1, home);
    expect(await waitOf(home)).toBe(2);
    await vi.advanceTimersByTimeAsync(10_000);
    await fail(4, home);
    expect(await waitOf(home)).toBe(0);
  });

  test('lets a network wait no longer where the store still has a wait that is over', async () => {
    const counter = memoryCounter('failures', 60);
    guard = loginGuard({ failureCounter: () => counter }, createSecretKey(randomBytes(32)));
    vi.spyOn(counter, 'get').mockResolvedValue(new RateLimiterRes(0, 0, 5));
    expect(await guard.attempt(account, home, () => Promise.resolve('right'))).toBe('right');
  });

  test('forgets the failures of a network that succeeds', async () => {
    await fail(4, home);
    await guard.attempt(account, home, () => Promise.resolve());
    await fail(4, home);
    expect(await waitOf(home)).toBe(0);
  });

  test('leaves each network one failure while one account is guessed from many within an hour', async () => {
    for (let network = 0; network < 101; network += 1) await fail(1, `198.51.100.${network}`);
    await vi.advanceTimersByTimeAsync(3_590_000);
    expect(await waitOf(home)).toBe(0);
    await fail(1, home);
    expect(await waitOf(home)).toBe(2);
  });
});

test('waitAfter grows up to a quarter of an hour', () => {
  expect([4, 5, 6, 7, 14].map((failures) => waitAfter(failures, failures))).toEqual([
    0, 2, 4, 8, 900,
  ]);
  expect(waitAfter(40, 40)).toBe(900);
  expect([100, 101].map((failures) => waitAfter(1, failures))).toEqual([0, 2]);
});
