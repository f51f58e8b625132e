import { isPosition } from '@directory/domain/event-store';
import * as z from 'zod';
import { mailKinds, mailLanguages } from '../contracts/mail.ts';

export type MailLanguage = (typeof mailLanguages)[number];

/** How to write to an account. */
export const contact = z.object({
  language: z.enum(mailLanguages).default('en'),
  /** The address that its link was opened for: of an owner, the one of the account or a former one; of an admin, the only one. */
  verifiedEmail: z.string().nullable().default(null),
  /** Of owners the decisions on their listings, of admins the daily summary; null until somebody chose. */
  wantsNotices: z.boolean().nullable().default(null),
});
export type Contact = z.output<typeof contact>;

export const initialContact: Contact = contact.parse({});

export const queuedMail = z.object({
  /** A UUID; of a decision, that of the event. */
  id: z.string(),
  kind: z.enum(mailKinds),
  /** Id of the account. */
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
/** What a mail is about. It is written when it is sent, so that its text does not lie in the queue. */
export type MailOrder = Omit<QueuedMail, keyof MailState>;

export type PasswordReset = {
  readonly account: string;
  /** The token is only in the mail. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
};

/** How far the notifier is in the log. */
export const notifierState = z.object({
  /** Of which log the position is. */
  log: z.string(),
  position: z.string().refine(isPosition),
  /** The day of the last summary, as `2026-11-22`. */
  summarized: z.string(),
});
export type NotifierState = z.output<typeof notifierState>;

/** Beside the accounts, as it is about them: it is removed with them. Every method that changes something resolves once it is on disk. */
export interface MailStore {
  /** By account; accounts without a contact are left out. */
  findContacts(accounts: readonly string[]): Promise<ReadonlyMap<string, Contact>>;
  changeContact(account: string, changes: Partial<Contact>): Promise<void>;
  /** Whether there is such an admin, and the verified address was the one to replace or is this one already: of concurrent calls one replaces it, and voids the account's password link and unsent mails to another address. */
  verifyAdminEmail(account: string, email: string, replaces: string | null): Promise<boolean>;

  /**
   * Replaces the one of the account, and deletes those that have expired. False, and nothing changes, if that is of another token
   * and expires after `latest`.
   */
  addReset(reset: PasswordReset, now: Date, latest: Date): Promise<boolean>;
  /** The account; null if there is none or it has expired. */
  findReset(tokenHash: string, now: Date): Promise<string | null>;
  /** True for one caller only. */
  removeReset(tokenHash: string): Promise<boolean>;

  /** Nothing if there is one with this id. */
  queueMail(order: MailOrder): Promise<void>;
  /** Those that wait and are due, the one that has waited longest first. One that would wait longer than `maxRetryMs` is due: its time is of a wrong clock. */
  findDueMails(now: Date, limit: number): Promise<readonly QueuedMail[]>;
  /** False, and nothing changes, if there are not so many attempts (any more). */
  changeMail(id: string, attempts: number, state: MailState): Promise<boolean>;
  removeMail(id: string): Promise<void>;
  reviewMails(): Promise<MailReview>;
  /** Of those that are not sent any more, the ones ordered before. Returns how many there were. */
  removeUndelivered(orderedBefore: Date): Promise<number>;
  /** Lets those that are not sent any more wait again, as if they had not been tried. Returns how many there were. */
  retryMails(now: Date): Promise<number>;

  /** Null until it was stored. */
  getNotifierState(): Promise<NotifierState | null>;
  setNotifierState(state: NotifierState): Promise<void>;
}

export const maxRetryMs = 6 * 3_600_000;

type MailReview = {
  /** How many wait. */
  readonly waiting: number;
  /** When the one was ordered that has waited longest; null if none waits. */
  readonly oldestAt: Date | null;
  /** How many are not sent any more. */
  readonly undeliveredCount: number;
  /** The newest of those, at most `maxUndelivered`, the newest first. */
  readonly undelivered: readonly QueuedMail[];
};

export const maxUndelivered = 100;
