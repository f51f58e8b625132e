import {
  Outage,
  startOfLog,
  type Position,
  type RecordedEvent,
} from '@directory/domain/event-store';
import { createBackoff, sleep } from '@directory/domain/shared/timers';
import { Leases, localTimeIn, logOf, type ViewStore } from '@directory/projections';
import type { Logger } from 'pino';
import { v5 as uuidOf } from 'uuid';
import * as z from 'zod';
import { maxRetryMs, type NotifierState, type QueuedMail } from '../accounts/mail-store.ts';
import { composeMail, type ComposeDeps } from './compose-mail.ts';
import { MailNotSent, type Mailer } from './mailer.ts';

export type NotifierDeps = ComposeDeps & {
  /** Its lease makes one of the processes that share it send. */
  readonly views: Pick<ViewStore, 'lease' | 'release' | 'heldLease'>;
  readonly holder: string;
  readonly mailer: Mailer;
  readonly timeZone: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** The time between two looks at log and queue. */
  readonly pollMs?: number;
  /** How long `stop` waits for a mail that is being sent. */
  readonly graceMs?: number;
  /** How long after its last renewal another process takes the lease of one that died. */
  readonly leaseMs?: number;
};

const mailLease = 'mail';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The hour of summaries, in the site's time zone. */
const summaryHour = 8;
/** So many attempts take a day and some hours. */
export const maxAttempts = 12;
/** A mail that could not be sent for so long is given up, however often the server could not be reached. */
const maxWaitMs = 7 * 24 * hourMs;
/** Sending takes less than the first wait, so that no other process takes a mail that is being sent. */
const sendingMs = 45_000;
/** How long undelivered mails are kept for admins. */
const undeliveredMs = 30 * 24 * hourMs;

/**
 * Follows the log for decisions on what owners submitted, adds the daily summaries, and sends what is queued: each mail at least
 * once. It begins at the end of the log.
 */
export function startNotifier(deps: NotifierDeps): { readonly stop: () => Promise<void> } {
  const { views, holder, logger, pollMs = 2_000, graceMs = 5_000, leaseMs = 30_000 } = deps;
  const leases = new Leases(views, holder, leaseMs);
  const stopped = new AbortController();
  const { signal } = stopped;
  const isStopped = () => signal.aborted;
  const decisions = decisionFollower(deps);
  const cutOff = new AbortController();
  const deliver = delivery(deps, signal, cutOff.signal);
  const failing = new Set<() => Promise<unknown>>();

  /** A step that fails does not hold up the others. Undefined where it did; logged once until it succeeds. */
  async function attempt<Result>(step: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await step();
      failing.delete(step);
      return result;
    } catch (error) {
      if (!failing.has(step) && !isStopped()) logger.warn({ err: error }, 'mails-delayed');
      failing.add(step);
      return undefined;
    }
  }

  async function holdLease(): Promise<boolean> {
    return (await leases.take([mailLease])).has(mailLease);
  }

  async function work(): Promise<void> {
    let heldAt = 0;
    while (!isStopped()) {
      const isHolder = await attempt(holdLease);
      // Mails may have taken so long that another process held the lease meanwhile.
      if (performance.now() - heldAt > leaseMs / 2) decisions.forget();
      heldAt = performance.now();
      if (isHolder) {
        await attempt(decisions.follow);
        await attempt(deliver);
      }
      if (!isHolder) decisions.forget();
      else if (failing.has(decisions.follow)) decisions.forgetStored();
      await sleep(pollMs, signal);
    }
    await leases.release();
  }
  const ended = work();
  return {
    stop: () => {
      stopped.abort();
      const timer = setTimeout(() => cutOff.abort(), graceMs);
      return ended.finally(() => clearTimeout(timer));
    },
  };
}

const decisionTypes = ['BusinessApproved', 'BusinessRejected'];
const decisionData = z.object({ businessId: z.string(), ownerId: z.string().nullable() });
const pageSize = 500;

/** Queues mails about what is new in the log and on the calendar. */
function decisionFollower({ accounts, log, clock, timeZone, logger }: NotifierDeps) {
  let state: NotifierState | null = null;
  /** Whether it has changed since it was stored. */
  let isChanged = false;
  /** The mails of a day until all are queued: the first may be sent, and no longer queued, before the last is. */
  const queuedSummaries = new Set<string>();
  const localTime = localTimeIn(timeZone);

  async function queueDecision({ id, data, metadata }: RecordedEvent): Promise<void> {
    const decision = decisionData.safeParse(data);
    // One that is damaged, or that a newer release wrote in another shape, must not hold up the others.
    if (!decision.success) {
      logger.warn({ mail: id, kind: 'decision' }, 'mail-dropped');
      return;
    }
    const { businessId, ownerId } = decision.data;
    if (ownerId === null || metadata.demonstration) return;
    const order = { id, kind: 'decision', account: ownerId, about: businessId } as const;
    // The time of the decision, as an old one is no news: after a long outage, or when an old log was restored. The clock of another
    // process may be ahead.
    const time = Math.min(Date.parse(metadata.time), clock().getTime());
    await accounts.queueMail({ ...order, orderedAt: new Date(time) });
  }

  async function queueSummaries(date: string): Promise<void> {
    const ids = (await accounts.findAdmins()).map(({ id }) => id);
    for (const [account, { wantsNotices }] of await accounts.findContacts(ids)) {
      const id = uuidOf(`summary ${date}`, account);
      if (!wantsNotices || queuedSummaries.has(id)) continue;
      const order = { id, kind: 'summary', account } as const;
      await accounts.queueMail({ ...order, about: null, orderedAt: clock() });
      queuedSummaries.add(id);
    }
    queuedSummaries.clear();
  }

  async function begin(head: Position, today: string): Promise<NotifierState> {
    const [first] = await log.stored.readAll({ after: startOfLog, limit: 1 });
    const { log: name, time: logTime } = first ? logOf(first) : { log: '', time: undefined };
    const stored = await accounts.getNotifierState();
    const isSame = stored?.log === name && (stored.logTime ?? logTime) === logTime;
    // An empty log is the beginning of any log.
    const position =
      stored && (isSame || stored.log === '') && stored.position <= head ? stored.position : head;
    const begun = { log: name, logTime, position, summarized: stored?.summarized ?? today };
    await accounts.setNotifierState(begun);
    isChanged = false;
    return begun;
  }

  return {
    follow: async (): Promise<void> => {
      const { date, hour } = localTime(clock().toISOString()) ?? { date: '', hour: 0 };
      // Before the events are read: what is appended meanwhile is read the next time.
      const head = await log.head();
      if (!state || (state.log === '' && head !== startOfLog)) state = await begin(head, date);
      const { position: after } = state;
      const events = await log.stored.readAll({ after, limit: pageSize, types: decisionTypes });
      for (const event of events) {
        await queueDecision(event);
        state = { ...state, position: event.position };
        isChanged = true;
      }
      if (events.length < pageSize && state.position < head) state = { ...state, position: head };
      // Not `<`, as a clock that was a year ahead may have been set right.
      const isSummaryDue = hour >= summaryHour && state.summarized !== date;
      if (isSummaryDue) {
        await accounts.removeUndelivered(new Date(clock().getTime() - undeliveredMs));
        await queueSummaries(date);
        state = { ...state, summarized: date };
        isChanged = true;
      }
      if (isChanged) await accounts.setNotifierState(state);
      isChanged = false;
    },
    /** Reads the stored state again the next time, as another process may have changed it. */
    forget(): void {
      state = null;
    },
    /** Does so unless that would queue mails again: after an outage the log may be one that was restored. */
    forgetStored(): void {
      if (!isChanged) state = null;
    },
  };
}

const batchSize = 20;

function delivery(
  { accounts, mailer, logger, clock, ...deps }: NotifierDeps,
  stopped: AbortSignal,
  cutOff: AbortSignal,
) {
  const backoff = createBackoff({ firstMs: 5_000, maxMs: 5 * minuteMs });
  /** In clock time: a clock that is set back ends the pause. */
  let pause = { from: 0, until: 0 };

  /** False where the server failed, and would for every mail. */
  async function send(mail: QueuedMail, attempts: number): Promise<boolean> {
    const { id, kind, account } = mail;
    const details = { mail: id, kind, account, attempts };
    let isComposed = false;
    try {
      const composed = await composeMail({ ...deps, accounts, clock }, mail);
      isComposed = true;
      const sending = AbortSignal.any([cutOff, AbortSignal.timeout(sendingMs)]);
      if (composed) await mailer.send(composed, sending);
      else if (kind === 'reset') logger.warn(details, 'mail-dropped');
      await accounts.removeMail(id);
      return true;
    } catch (error) {
      const notSent = error instanceof MailNotSent ? error : null;
      // Later the mail may have been sent.
      const ofOurs = error instanceof Outage && !isComposed ? 'store' : 'mail-now';
      const { code, scope } = notSent ?? { code: 'unknown', scope: ofOurs };
      const now = clock().getTime();
      const isGivenUp =
        scope === 'mail-for-good' ||
        (scope === 'mail-now' && attempts >= maxAttempts) ||
        now - mail.orderedAt.getTime() > maxWaitMs;
      const failed = { ...details, code, ...(!notSent && { err: error }) };
      logger.warn(failed, isGivenUp ? 'mail-undelivered' : 'mail-not-sent');
      if (isGivenUp) {
        // A link that nobody got in time is of no use later.
        if (kind === 'reset') await accounts.removeMail(id);
        else
          await accounts.changeMail(id, attempts, { attempts, dueAt: mail.dueAt, failure: code });
      } else if (scope === 'server' || scope === 'store') {
        // This is no fault of the mail: it counts as no attempt, and the wait does not grow.
        const dueAt = new Date(now + minuteMs);
        await accounts.changeMail(id, attempts, { attempts: mail.attempts, dueAt, failure: null });
      }
      return scope !== 'server';
    }
  }

  return async (): Promise<void> => {
    const now = clock().getTime();
    if (now >= pause.from && now < pause.until) return;
    for (const mail of await accounts.findDueMails(clock(), batchSize)) {
      if (stopped.aborted) return;
      const attempts = mail.attempts + 1;
      // Claims the mail: it is due again only later, should this process die.
      const dueAt = new Date(clock().getTime() + retryMs(attempts));
      const claim = { attempts, dueAt, failure: null };
      if (!(await accounts.changeMail(mail.id, mail.attempts, claim))) continue;
      if (!(await send(mail, attempts))) {
        const from = clock().getTime();
        pause = { from, until: from + backoff.next() };
        return;
      }
      backoff.reset();
    }
  };
}

/** 1, 2, 4, … minutes, up to 6 hours. */
function retryMs(attempts: number): number {
  return Math.min(maxRetryMs, minuteMs * 2 ** (attempts - 1));
}
