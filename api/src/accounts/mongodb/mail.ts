import { insertUnlessThere, upsert, type MongoAccess } from '@directory/projections/mongodb';
import type { Collection, Db } from 'mongodb';
import * as z from 'zod';
import { mailKinds } from '../../contracts/mail.ts';
import {
  contact,
  maxRetryMs,
  maxUndelivered,
  notifierState,
  type Contact,
  type MailOrder,
  type MailStore,
  type NotifierState,
  type PasswordReset,
  type QueuedMail,
} from '../mail-store.ts';

type ContactRecord = Partial<Contact> & { readonly _id: string };
type ResetRecord = Omit<PasswordReset, 'account'> & { readonly _id: string };
type MailRecord = Omit<QueuedMail, 'id'> & { readonly _id: string };
type NotifierRecord = NotifierState & { readonly _id: 'notifier' };

const contactRecords = z.array(contact.extend({ _id: z.string() }));
const mailRecords = z.array(
  z
    .object({
      _id: z.string(),
      kind: z.enum(mailKinds),
      account: z.string(),
      about: z.string().nullable(),
      orderedAt: z.date(),
      attempts: z.int(),
      dueAt: z.date(),
      failure: z.string().nullable(),
    })
    .transform(({ _id: id, ...mail }) => ({ id, ...mail })),
);

const isUndelivered = { failure: { $ne: null } };

/** In the database of the accounts. */
export function mongoMail(use: MongoAccess['use']): MailStore {
  const notifierOf = (db: Db) => db.collection<NotifierRecord>('notifier');
  return {
    async findContacts(accounts) {
      const among = { _id: { $in: [...accounts] } };
      const found = await use((db) => contactsOf(db).find(among).toArray());
      return new Map(contactRecords.parse(found).map(({ _id, ...each }) => [_id, each]));
    },
    changeContact: (account, changes) => use((db) => changeContact(db, account, changes)),
    verifyEmail: (_id, email, replaces) =>
      use(async (db) => {
        const none = { $setOnInsert: { verifiedEmail: null } };
        await upsert(() => contactsOf(db).updateOne({ _id }, none, { upsert: true }));
        const isExpected = { _id, verifiedEmail: { $in: [replaces, email] } };
        const set = { $set: { verifiedEmail: email } };
        const { matchedCount, modifiedCount } = await contactsOf(db).updateOne(isExpected, set);
        if (modifiedCount === 1) await removeLinksOf(db, _id);
        return matchedCount === 1;
      }),
    async addReset({ account: _id, ...reset }, now, latest) {
      const { tokenHash } = reset;
      const isReplaced = { _id, $or: [{ tokenHash }, { expiresAt: { $lte: latest } }] };
      return use(async (db) => {
        await resetsOf(db).deleteMany({ expiresAt: { $lte: now } });
        const { matchedCount } = await resetsOf(db).replaceOne(isReplaced, reset);
        if (matchedCount === 1) return true;
        return insertUnlessThere(() => resetsOf(db).insertOne({ _id, ...reset }));
      });
    },
    async findReset(tokenHash, now) {
      const isValid = { tokenHash, expiresAt: { $gt: now } };
      return (await use((db) => resetsOf(db).findOne(isValid)))?._id ?? null;
    },
    async removeReset(tokenHash) {
      const removed = await use((db) => resetsOf(db).deleteOne({ tokenHash }));
      return removed.deletedCount === 1;
    },
    queueMail: (order) => use((db) => queueMail(db, order)),
    async findDueMails(now, limit) {
      const latest = new Date(now.getTime() + maxRetryMs);
      const isDue = { failure: null, $or: [{ dueAt: { $lte: now } }, { dueAt: { $gt: latest } }] };
      const find = (db: Db) => mailsOf(db).find(isDue).sort({ dueAt: 1 }).limit(limit);
      return mailRecords.parse(await use((db) => find(db).toArray()));
    },
    async changeMail(_id, attempts, $set) {
      const changed = await use((db) => mailsOf(db).updateOne({ _id, attempts }, { $set }));
      return changed.matchedCount === 1;
    },
    async removeMail(_id) {
      await use((db) => mailsOf(db).deleteOne({ _id }));
    },
    async reviewMails() {
      return use(async (db) => {
        const mails = mailsOf(db);
        const failed = mails.find(isUndelivered);
        const undelivered = await failed.sort({ orderedAt: -1 }).limit(maxUndelivered).toArray();
        const oldest = await mails
          .find({ failure: null })
          .sort({ orderedAt: 1 })
          .limit(1)
          .toArray();
        return {
          waiting: await mails.countDocuments({ failure: null }),
          oldestAt: mailRecords.parse(oldest)[0]?.orderedAt ?? null,
          undeliveredCount: await mails.countDocuments(isUndelivered),
          undelivered: mailRecords.parse(undelivered),
        };
      });
    },
    async removeUndelivered(orderedBefore) {
      const isOld = { ...isUndelivered, orderedAt: { $lt: orderedBefore } };
      return (await use((db) => mailsOf(db).deleteMany(isOld))).deletedCount;
    },
    async retryMails(now) {
      const $set = { attempts: 0, dueAt: now, failure: null };
      const update = (db: Db) => mailsOf(db).updateMany(isUndelivered, { $set });
      return (await use(update)).modifiedCount;
    },
    async getNotifierState() {
      const found = await use((db) => notifierOf(db).findOne({ _id: 'notifier' }));
      return notifierState.nullable().parse(found);
    },
    async setNotifierState($set) {
      await use((db) =>
        upsert(() => notifierOf(db).updateOne({ _id: 'notifier' }, { $set }, { upsert: true })),
      );
    },
  };
}

export async function prepareMail(db: Db): Promise<void> {
  await resetsOf(db).createIndexes([{ key: { tokenHash: 1 } }]);
  await mailsOf(db).createIndexes([{ key: { failure: 1, dueAt: 1 } }]);
}

export async function changeContact(db: Db, _id: string, changes: Partial<Contact>): Promise<void> {
  await upsert(() => contactsOf(db).updateOne({ _id }, { $set: changes }, { upsert: true }));
}

export async function queueMail(
  db: Db,
  { id: _id, orderedAt, ...order }: MailOrder,
): Promise<void> {
  const mail = { ...order, orderedAt, attempts: 0, dueAt: orderedAt, failure: null };
  await upsert(() => mailsOf(db).updateOne({ _id }, { $setOnInsert: mail }, { upsert: true }));
}

/** Of password links, and of unsent mails to another address that is wanted. */
export async function removeLinksOf(db: Db, account: string): Promise<void> {
  await resetsOf(db).deleteOne({ _id: account });
  await mailsOf(db).deleteMany({ account, kind: 'verification', about: { $ne: null } });
}

export async function removeMailOf(db: Db, account: string): Promise<void> {
  await contactsOf(db).deleteOne({ _id: account });
  await resetsOf(db).deleteOne({ _id: account });
  await mailsOf(db).deleteMany({ account });
}

function contactsOf(db: Db): Collection<ContactRecord> {
  return db.collection<ContactRecord>('contacts');
}

function resetsOf(db: Db): Collection<ResetRecord> {
  return db.collection<ResetRecord>('password_resets');
}

function mailsOf(db: Db): Collection<MailRecord> {
  return db.collection<MailRecord>('mails');
}
