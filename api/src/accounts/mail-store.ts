import { isPosition } from '@directory/domain/event-store';
import * as z from 'zod';
import { mailKinds, mailLanguages } from '../contracts/mail.ts';

export type MailLanguage = (typeof mailLanguages)[number];

/** How to write to an account. */
export const contact = z.object({
  language: z.enum(mailLanguages).default('en'),
  /** The address whose link was opened last: for an owner that of the account or a former one, for an admin the only one. */
  verifiedEmail: z.string().nullable().default(null),
  /** Whether an owner wants decisions on listings, or an admin the daily summary; null until they chose. */
  wantsNotices: z.boolean().nullable().default(null),
});
export type Contact = z.output<typeof contact>;

export const initialContact: Contact = contact.parse({});

export const queuedMail = z.object({
  /** A UUID; for a decision, that of its event. */
  id: z.string(),
  kind: z.enum(mailKinds),
  /** The id of the account that gets it. */
  account: z.string(),
  /** The listing that was decided on; the address that is wanted for the account, or that was replaced; null for the others. */
  about: z.string().nullable(),
  orderedAt: z.date(),
  attempts: z.int(),
  dueAt: z.date(),
  /** The code of the last failure of a mail that is not sent any more; null while it waits. */
  failure: z.string().nullable(),
});
export type QueuedMail = Readonly<z.output<typeof queuedMail>>;

type MailState = Pick<QueuedMail, 'attempts' | 'dueAt' | 'failure'>;
/** What a mail is about. Its text is written when it is sent, and never in the queue. */
export type MailOrder = Omit<QueuedMail, keyof MailState>;

export type PasswordReset = {
  readonly account: string;
  /** The token is only in the mail. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
};

/** How far the notifier is in the log. */
export const notifierState = z.object({
  /** The log that the position belongs to, as `logOf` names it; empty for an empty one. Older releases stored no time. */
  log: z.string(),
  logTime: z.string().optional(),
  position: z.string().refine(isPosition),
  /** The day of the last summary, as `2026-11-22`. */
  summarized: z.string(),
});
export type NotifierState = z.output<typeof notifierState>;

/** Contacts and mails, which are removed with their accounts. Every method that changes something resolves once it is on disk. */
export interface MailStore {
  /** The contacts by account; accounts without one are left out. */
  findContacts(accounts: readonly string[]): Promise<ReadonlyMap<string, Contact>>;
  changeContact(account: string, changes: Partial<Contact>): Promise<void>;
  /** Confirms the admin's address in place of `replaces`, which voids the password link and unsent mails to another address. False without such an admin, or if another address was confirmed meanwhile. */
  verifyAdminEmail(account: string, email: string, replaces: string | null): Promise<boolean>;

  /**
   * Replaces the reset of the account, and deletes those that `findReset` does not find at this time. False, and nothing changes, if
   * the account has one with another token that expires after `latest`.
   */
  addReset(reset: PasswordReset, now: Date, latest: Date): Promise<boolean>;
  /** The account; null if there is none, or it has expired, or expires later than in `maxResetMs`: its time came from a wrong clock. */
  findReset(tokenHash: string, now: Date): Promise<string | null>;
  /** True for one caller only. */
  removeReset(tokenHash: string): Promise<boolean>;

  /** Does nothing if there is a mail with this id. */
  queueMail(order: MailOrder): Promise<void>;
  /** Waiting mails that are due, the longest due first. One that is due later than in `maxRetryMs` is due now: its time came from a wrong clock. */
  findDueMails(now: Date, limit: number): Promise<readonly QueuedMail[]>;
  /** False, and nothing changes, unless the mail has had so many attempts. */
  changeMail(id: string, attempts: number, state: MailState): Promise<boolean>;
  removeMail(id: string): Promise<void>;
  reviewMails(): Promise<MailReview>;
  /** Removes the undelivered mails that were ordered before. Returns how many there were. */
  removeUndelivered(orderedBefore: Date): Promise<number>;
  /** Makes the undelivered mails wait again, as if they had not been tried. Returns how many there were. */
  retryMails(now: Date): Promise<number>;

  /** Null until a state was stored. */
  getNotifierState(): Promise<NotifierState | null>;
  setNotifierState(state: NotifierState): Promise<void>;
}

export const maxRetryMs = 6 * 3_600_000;
/** Twice as long as a link to choose a password is valid, as clocks differ. */
export const maxResetMs = 3_600_000;

type MailReview = {
  readonly waiting: number;
  /** When the mail that has waited longest was ordered; null if none waits. */
  readonly oldestAt: Date | null;
  readonly undeliveredCount: number;
  /** The newest of those, newest first, at most `maxUndelivered`. */
  readonly undelivered: readonly QueuedMail[];
};

export const maxUndelivered = 100;
