import { createQueue } from '@directory/domain/shared/concurrency';
import { sleep } from '@directory/domain/shared/timers';
import type { Logger } from 'pino';
import { v4 as uuid } from 'uuid';
import { Gauge, type Registry } from 'prom-client';
import type { AccountName, AccountStore } from '../accounts/account-store.ts';
import type { MailLanguage } from '../accounts/mail-store.ts';
import { findLogin } from '../accounts/passwords.ts';
import type { Clock } from '../clock.ts';
import { RequestProblem } from '../http/errors.ts';
import { rateLimit, requireBelow } from '../http/middleware/rate-limit.ts';
import { resetMs } from './compose-mail.ts';

type MailRequestDeps = {
  readonly accounts: AccountStore;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Mails of one kind to one account, within an hour or as long as a link to choose a password is valid. */
const maxMails = 3;
/** Mails of both kinds to one address within an hour, as anybody can register many accounts, and erase and register one again. */
const maxMailsToAddress = 10;
const maxWaiting = 100;
/** The time between a response and the look-up, which holds up the program for longer where it finds an account. */
const lookUpAfterMs = 50;

/** Queues the mails that people ask for. */
export function mailRequests({ accounts, clock, logger }: MailRequestDeps) {
  const limits = {
    // Anybody may ask: once the links of strangers' requests have expired, the owner of the account gets another one.
    reset: rateLimit(maxMails, resetMs / 1000),
    verification: rateLimit(maxMails, 3600),
  };
  const limitOfAddress = rateLimit(maxMailsToAddress, 3600);
  const inBackground = createQueue({ maxWaiting, full: () => new Error('too many requests') });

  /** @throws RequestProblem 429 above the limit */
  async function order(kind: keyof typeof limits, account: string, about: string | null) {
    await requireBelow(limits[kind], account);
    // An admin's address was confirmed.
    const address = about ?? (await accounts.getOwner(account))?.email;
    if (address !== undefined) await requireBelow(limitOfAddress, mailboxOf(address));
    await accounts.queueMail({ id: uuid(), kind, account, about, orderedAt: clock() });
  }

  async function orderReset(name: AccountName): Promise<void> {
    const account = await findLogin(accounts, name);
    if (account) await order('reset', account.id, null);
  }

  return {
    /** The response is sent before the account is looked up, so that neither it nor its time shows whether there is one. */
    requestReset(name: AccountName): void {
      // Not in the queue, which would be full sooner.
      const ordered = sleep(lookUpAfterMs).then(() => inBackground(() => orderReset(name)));
      ordered.catch((error: unknown) => {
        if (!(error instanceof RequestProblem)) logger.warn({ err: error }, 'reset-not-queued');
      });
    },

    /**
     * Queues a mail to confirm the account's address, or another one that is wanted for it.
     * @throws RequestProblem 429 above the limit
     */
    requestVerification: (account: string, email: string | null): Promise<void> =>
      order('verification', account, email),

    /** Queues the first mail to an owner. A failure is only logged: the owner is registered, and can ask for another mail. */
    async welcome(account: string, language: MailLanguage): Promise<void> {
      try {
        await accounts.changeContact(account, { language });
        await order('verification', account, null);
      } catch (error) {
        logger.warn({ account, err: error }, 'verification-not-queued');
      }
    },
  };
}

/** Many mail servers deliver what is sent to `siti+shop@` and `si.ti@` to `siti@`. */
function mailboxOf(address: string): string {
  return address.replace(/\+.*(?=@)|\.(?=.*@)/g, '');
}

/** Gauges of the queue of mails, which all processes share; the returned function measures them. */
export function mailMetrics(
  registry: Registry,
  accounts: Pick<AccountStore, 'reviewMails'>,
  clock: Clock,
): () => Promise<void> {
  const registers = [registry];
  const mails = new Gauge({
    name: 'mails',
    help: 'Mails that wait to be sent, and those that were given up',
    labelNames: ['state'],
    registers,
  });
  const age = new Gauge({
    name: 'mail_oldest_seconds',
    help: 'How long the mail that has waited longest has waited; 0 if none waits',
    registers,
  });
  return async () => {
    // A missing value is better than an old one.
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
