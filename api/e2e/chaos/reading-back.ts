import { setTimeout as delay } from 'node:timers/promises';
import { ask, untilSettled, type Answer } from './asking.ts';
import type { Keeper } from './supervisor.ts';
import { oneOf } from './pick.ts';

type Expected = {
  readonly id: string;
  readonly token: string;
  /** Of the body that a client is sent, or that there is none for it any more. */
  readonly shows: ((body: unknown) => boolean) | 'gone';
};

/** A write that was answered as stale may take so long until it is seen: a lease that runs out, and a start. */
const maxStaleMs = 45_000;

/**
 * Reads what was just written from either replica, as the same client. The first answer has to show it, unless the write was
 * answered as stale: then some answer has to, within bounds.
 */
export async function readBack(keeper: Keeper, write: Answer, expected: Expected): Promise<void> {
  const { ledger } = keeper;
  const began = performance.now();
  if (write.isStale) ledger.commands.stale += 1;
  for (;;) {
    const seen = await read(keeper, expected);
    if (seen === null) {
      ledger.wrongs.push(`${expected.id} could not be read for a minute after a write`);
      return;
    }
    if (isShown(seen, expected)) break;
    if (!write.isStale) {
      ledger.wrongs.push(
        `a write to ${expected.id} was not seen by its own client, who was answered ${String(seen.status)} ${JSON.stringify(seen.body)}`,
      );
      return;
    }
    if (performance.now() - began > maxStaleMs) {
      ledger.wrongs.push(`a stale write to ${expected.id} was not seen for 45 s`);
      return;
    }
    await delay(100);
  }
  if (write.isStale) ledger.maxStaleMs = Math.max(ledger.maxStaleMs, performance.now() - began);
}

async function read({ replicas, random }: Keeper, { id, token }: Expected): Promise<Answer | null> {
  const settled = await untilSettled(
    () => ask(`${oneOf(replicas, random)}/api/businesses/${id}`, { token }),
    random,
  );
  return settled?.answer ?? null;
}

function isShown({ status, body }: Answer, { shows }: Expected): boolean {
  if (shows === 'gone') return status === 404;
  return status === 200 && shows(body);
}
