import type { AccountsFile } from '@directory/projections/accounts-file';
import * as z from 'zod';
import type { EmailChange } from '../account-store.ts';
import {
  contact,
  initialContact,
  maxResetMs,
  maxRetryMs,
  maxUndelivered,
  notifierState,
  queuedMail,
  type Contact,
  type MailOrder,
  type MailStore,
} from '../mail-store.ts';

/** In the file of the accounts. */
export const mailSchema = `
  CREATE TABLE IF NOT EXISTS contacts (
    account TEXT PRIMARY KEY,
    contact TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS password_resets (
    account TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS mails (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    about TEXT,
    ordered_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    failure TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS mails_by_time ON mails (failure, due_at);
  CREATE TABLE IF NOT EXISTS notifier (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    state TEXT NOT NULL
  ) STRICT;`;

export const optionalText = z.string().optional();
export const json = z.string().transform((text): unknown => JSON.parse(text));
const contactRows = z.array(z.tuple([z.string(), json.pipe(contact)]));
const time = z.int().transform((ms) => new Date(ms));
const mailRows = z.array(queuedMail.extend({ orderedAt: time, dueAt: time }));
const counts = z.object({ waiting: z.int(), undeliveredCount: z.int(), oldestAt: time.nullable() });
const columns =
  'id, kind, account, about, ordered_at AS orderedAt, attempts, due_at AS dueAt, failure';

export function sqliteMail(file: AccountsFile) {
  const { prepare, run, reach, transact } = file;
  const contactsOf = (accounts: readonly string[]): ReadonlyMap<string, Contact> => {
    const among = 'SELECT value FROM json_each(?)';
    const found = prepare(`SELECT account, contact FROM contacts WHERE account IN (${among})`);
    return new Map(contactRows.parse(found.raw().all(JSON.stringify(accounts))));
  };
  const changeContact = (account: string, changes: Partial<Contact>) => {
    const before = contactsOf([account]).get(account) ?? initialContact;
    run(
      'INSERT INTO contacts VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET contact = excluded.contact',
      account,
      JSON.stringify({ ...before, ...changes }),
    );
  };
  const queueMail = ({ id, kind, account, about, orderedAt }: MailOrder) => {
    run(
      `INSERT INTO mails VALUES (:id, :kind, :account, :about, :at, 0, :at, NULL)
       ON CONFLICT (id) DO NOTHING`,
      { id, kind, account, about, at: orderedAt.getTime() },
    );
  };
  const store: MailStore = {
    findContacts: reach(contactsOf),
    changeContact: transact(changeContact),
    verifyAdminEmail: transact((account, email, replaces) => {
      if (!prepare('SELECT 1 FROM admins WHERE id = ?').get(account)) return false;
      const { verifiedEmail } = contactsOf([account]).get(account) ?? initialContact;
      if (verifiedEmail !== replaces && verifiedEmail !== email) return false;
      if (verifiedEmail === email) return true;
      changeContact(account, { verifiedEmail: email });
      removeLinksOf(file, account);
      return true;
    }),
    addReset: transact((reset, now, latest) => {
      const [first, last] = [now.getTime(), now.getTime() + maxResetMs];
      run('DELETE FROM password_resets WHERE expires_at <= ? OR expires_at > ?', first, last);
      const added = run(
        `INSERT INTO password_resets VALUES (:account, :tokenHash, :expiresAt)
         ON CONFLICT (account) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
         WHERE token_hash = excluded.token_hash OR expires_at <= :latest`,
        { ...reset, expiresAt: reset.expiresAt.getTime(), latest: latest.getTime() },
      );
      return added === 1;
    }),
    findReset: reach((tokenHash, now) => {
      const reset = prepare(
        'SELECT account FROM password_resets WHERE token_hash = ? AND expires_at > ? AND expires_at <= ?',
      );
      const times = [now.getTime(), now.getTime() + maxResetMs];
      return optionalText.parse(reset.pluck().get(tokenHash, ...times)) ?? null;
    }),
    removeReset: reach(
      (tokenHash) => run('DELETE FROM password_resets WHERE token_hash = ?', tokenHash) === 1,
    ),
    queueMail: reach(queueMail),
    findDueMails: reach((now, limit) => {
      const due = prepare(
        `SELECT ${columns} FROM mails WHERE failure IS NULL AND (due_at <= :now OR due_at > :latest)
         ORDER BY due_at LIMIT :limit`,
      );
      const times = { now: now.getTime(), latest: now.getTime() + maxRetryMs };
      return mailRows.parse(due.all({ ...times, limit }));
    }),
    changeMail: reach((id, before, { dueAt, ...state }) => {
      const changed = run(
        `UPDATE mails SET attempts = :attempts, due_at = :dueAt, failure = :failure
         WHERE id = :id AND attempts = :before`,
        { id, before, dueAt: dueAt.getTime(), ...state },
      );
      return changed === 1;
    }),
    removeMail: reach((id) => void run('DELETE FROM mails WHERE id = ?', id)),
    reviewMails: reach(() => {
      const counted = prepare(
        `SELECT count(*) - count(failure) AS waiting, count(failure) AS undeliveredCount,
           min(CASE WHEN failure IS NULL THEN ordered_at END) AS oldestAt FROM mails`,
      );
      const undelivered = prepare(
        `SELECT ${columns} FROM mails WHERE failure IS NOT NULL ORDER BY ordered_at DESC LIMIT ${maxUndelivered}`,
      );
      return { ...counts.parse(counted.get()), undelivered: mailRows.parse(undelivered.all()) };
    }),
    removeUndelivered: reach((orderedBefore) =>
      run(
        'DELETE FROM mails WHERE failure IS NOT NULL AND ordered_at < ?',
        orderedBefore.getTime(),
      ),
    ),
    retryMails: reach((now) =>
      run(
        'UPDATE mails SET attempts = 0, due_at = ?, failure = NULL WHERE failure IS NOT NULL',
        now.getTime(),
      ),
    ),
    getNotifierState: reach(() => {
      const row = prepare('SELECT state FROM notifier').pluck().get();
      return row === undefined ? null : json.pipe(notifierState).parse(row);
    }),
    setNotifierState: reach((state) => {
      run(
        'INSERT INTO notifier VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state',
        JSON.stringify(state),
      );
    }),
  };
  return {
    store,
    /** To be called within the transaction that changes the owner. */
    verifyOwnerEmail(account: string, { email, replaces, notice }: EmailChange): void {
      changeContact(account, { verifiedEmail: email });
      if (email !== replaces) removeLinksOf(file, account);
      if (notice) queueMail(notice);
    },
  };
}

/** Removes the password link of an account, and unsent mails that would confirm another address. */
export function removeLinksOf({ run }: AccountsFile, account: string): void {
  run('DELETE FROM password_resets WHERE account = ?', account);
  run(
    "DELETE FROM mails WHERE account = ? AND kind = 'verification' AND about IS NOT NULL",
    account,
  );
}
