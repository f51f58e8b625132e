import { Gauge, type Registry } from 'prom-client';
import type { AccountStore } from '../accounts/account-store.ts';
import type { Clock } from '../clock.ts';

/** Gauges of the queue of mails, which all processes share; the returned function measures them. */
export function mailMetrics(
  registry: Registry,
  accounts: Pick<AccountStore, 'reviewMails'>,
  clock: Clock,
): () => Promise<void> {
  const registers = [registry];
  const mails = new Gauge({
    name: 'mails',
    help: 'Mails that wait to be sent, and those that are not sent any more',
    labelNames: ['state'],
    registers,
  });
  const age = new Gauge({
    name: 'mail_oldest_seconds',
    help: 'Since when the mail waits that has waited longest; 0 if none waits',
    registers,
  });
  return async () => {
    // What is not measured is better missing than old.
    mails.reset();
    age.remove();
    const review = await accounts.reviewMails().catch(() => null);
    if (!review) return;
    const { waiting, undeliveredCount, oldestAt } = review;
    mails.set({ state: 'waiting' }, waiting);
    mails.set({ state: 'undelivered' }, undeliveredCount);
    age.set(oldestAt ? Math.max(0, clock().getTime() - oldestAt.getTime()) / 1000 : 0);
  };
}
