import type { Reach } from '@directory/projections/accounts-file';
import type { Database } from '@directory/domain/sqlite-driver';
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
  type PasswordReset,
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

export function sqliteMail(db: Database, reach: Reach) {
  const sql = prepareStatements(db);
  const removeLinksOf = linkRemover(db);
  const contactsOf = (accounts: readonly string[]): ReadonlyMap<string, Contact> =>
    new Map(contactRows.parse(sql.contacts.all(JSON.stringify(accounts))));
  const changeContact = db.transaction((account: string, changes: Partial<Contact>) => {
    const before = contactsOf([account]).get(account) ?? initialContact;
    sql.setContact.run(account, JSON.stringify({ ...before, ...changes }));
  });
  const verifyAdminEmail = db.transaction(
    (account: string, email: string, replaces: string | null) => {
      if (sql.admin.get(account) === undefined) return false;
      const { verifiedEmail } = contactsOf([account]).get(account) ?? initialContact;
      if (verifiedEmail !== replaces && verifiedEmail !== email) return false;
      if (verifiedEmail === email) return true;
      changeContact(account, { verifiedEmail: email });
      removeLinksOf(account);
      return true;
    },
  );
  const addReset = db.transaction((reset: PasswordReset, now: Date, latest: Date) => {
    sql.removeExpiredResets.run(now.getTime(), now.getTime() + maxResetMs);
    const times = { expiresAt: reset.expiresAt.getTime(), latest: latest.getTime() };
    return sql.addReset.run({ ...reset, ...times }).changes === 1;
  });
  const queueMail = ({ id, kind, account, about, orderedAt }: MailOrder) =>
    sql.addMail.run({ id, kind, account, about, at: orderedAt.getTime() });
  const store: MailStore = {
    findContacts: reach(contactsOf),
    changeContact: reach((account, changes) => changeContact.immediate(account, changes)),
    verifyAdminEmail: reach((account, email, replaces) =>
      verifyAdminEmail.immediate(account, email, replaces),
    ),
    addReset: reach((reset, now, latest) => addReset.immediate(reset, now, latest)),
    findReset: reach(
      (tokenHash, now) =>
        optionalText.parse(sql.reset.get(tokenHash, now.getTime(), now.getTime() + maxResetMs)) ??
        null,
    ),
    removeReset: reach((tokenHash) => sql.removeReset.run(tokenHash).changes === 1),
    queueMail: reach((order) => void queueMail(order)),
    findDueMails: reach((now, limit) => {
      const times = { now: now.getTime(), latest: now.getTime() + maxRetryMs };
      return mailRows.parse(sql.dueMails.all({ ...times, limit }));
    }),
    changeMail: reach((id, attempts, { dueAt, ...state }) => {
      const change = { id, before: attempts, dueAt: dueAt.getTime(), ...state };
      return sql.changeMail.run(change).changes === 1;
    }),
    removeMail: reach((id) => void sql.removeMail.run(id)),
    reviewMails: reach(() => ({
      ...counts.parse(sql.counts.get()),
      undelivered: mailRows.parse(sql.undelivered.all()),
    })),
    removeUndelivered: reach(
      (orderedBefore) => sql.removeUndelivered.run(orderedBefore.getTime()).changes,
    ),
    retryMails: reach((now) => sql.retryMails.run(now.getTime()).changes),
    getNotifierState: reach(() => {
      const row = sql.notifier.get();
      return row === undefined ? null : json.pipe(notifierState).parse(row);
    }),
    setNotifierState: reach((state) => void sql.setNotifier.run(JSON.stringify(state))),
  };
  return {
    store,
    /** To be called within the transaction that changes the owner. */
    verifyOwnerEmail(account: string, { email, replaces, notice }: EmailChange): void {
      changeContact(account, { verifiedEmail: email });
      if (email !== replaces) removeLinksOf(account);
      if (notice) queueMail(notice);
    },
    removeOf(account: string): void {
      for (const remove of sql.removeOf) remove.run(account);
    },
  };
}

/** Removes the password link of an account, and unsent mails that would confirm another address. */
export function linkRemover(db: Database): (account: string) => void {
  const removals = [
    'DELETE FROM password_resets WHERE account = ?',
    "DELETE FROM mails WHERE account = ? AND kind = 'verification' AND about IS NOT NULL",
  ].map((sql) => db.prepare(sql));
  return (account) => {
    for (const remove of removals) remove.run(account);
  };
}

function prepareStatements(db: Database) {
  return {
    contacts: db
      .prepare(
        'SELECT account, contact FROM contacts WHERE account IN (SELECT value FROM json_each(?))',
      )
      .raw(),
    admin: db.prepare('SELECT 1 FROM admins WHERE id = ?'),
    setContact: db.prepare(
      'INSERT INTO contacts VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET contact = excluded.contact',
    ),
    addReset: db.prepare(
      `INSERT INTO password_resets VALUES (:account, :tokenHash, :expiresAt)
       ON CONFLICT (account) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
       WHERE token_hash = excluded.token_hash OR expires_at <= :latest`,
    ),
    reset: db
      .prepare(
        'SELECT account FROM password_resets WHERE token_hash = ? AND expires_at > ? AND expires_at <= ?',
      )
      .pluck(),
    removeExpiredResets: db.prepare(
      'DELETE FROM password_resets WHERE expires_at <= ? OR expires_at > ?',
    ),
    removeReset: db.prepare('DELETE FROM password_resets WHERE token_hash = ?'),
    addMail: db.prepare(
      `INSERT INTO mails VALUES (:id, :kind, :account, :about, :at, 0, :at, NULL)
       ON CONFLICT (id) DO NOTHING`,
    ),
    dueMails: db.prepare(
      `SELECT ${columns} FROM mails WHERE failure IS NULL AND (due_at <= :now OR due_at > :latest)
       ORDER BY due_at LIMIT :limit`,
    ),
    changeMail: db.prepare(
      `UPDATE mails SET attempts = :attempts, due_at = :dueAt, failure = :failure
       WHERE id = :id AND attempts = :before`,
    ),
    removeMail: db.prepare('DELETE FROM mails WHERE id = ?'),
    counts: db.prepare(
      `SELECT count(*) - count(failure) AS waiting, count(failure) AS undeliveredCount,
         min(CASE WHEN failure IS NULL THEN ordered_at END) AS oldestAt FROM mails`,
    ),
    removeUndelivered: db.prepare('DELETE FROM mails WHERE failure IS NOT NULL AND ordered_at < ?'),
    retryMails: db.prepare(
      'UPDATE mails SET attempts = 0, due_at = ?, failure = NULL WHERE failure IS NOT NULL',
    ),
    undelivered: db.prepare(
      `SELECT ${columns} FROM mails WHERE failure IS NOT NULL ORDER BY ordered_at DESC LIMIT ${maxUndelivered}`,
    ),
    notifier: db.prepare('SELECT state FROM notifier').pluck(),
    setNotifier: db.prepare(
      'INSERT INTO notifier VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state',
    ),
    removeOf: ['contacts', 'password_resets', 'mails'].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE account = ?`),
    ),
  };
}
