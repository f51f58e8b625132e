import { insertUnlessThere, upsert } from '@directory/projections/mongodb';
import * as z from 'zod';
import {
  contact,
  maxResetMs,
  maxRetryMs,
  maxUndelivered,
  notifierState,
  queuedMail,
  type Contact,
  type MailOrder,
  type MailStore,
} from '../mail-store.ts';
import { removeRecordsOf, withId, type Records, type UseRecords } from './records.ts';

const contactRecords = z.array(contact.extend({ _id: z.string() }));
const queuedMails = z.array(queuedMail);

const validAt = (now: Date) => ({ $gt: now, $lte: new Date(now.getTime() + maxResetMs) });
const isUndelivered = { failure: { $ne: null } };

export function mongoMail(use: UseRecords): MailStore {
  return {
    async findContacts(accounts) {
      const among = { _id: { $in: [...accounts] } };
      const found = await use(({ contacts }) => contacts.find(among).toArray());
      return new Map(contactRecords.parse(found).map(({ _id, ...each }) => [_id, each]));
    },
    changeContact: (account, changes) => use((records) => changeContact(records, account, changes)),
    verifyAdminEmail: (_id, email, replaces) =>
      use(async (records) => {
        const { admins, contacts } = records;
        await upsert(contacts, { _id }, { $setOnInsert: { verifiedEmail: null } });
        const isExpected = { _id, verifiedEmail: { $in: [replaces, email] } };
        const before = await contacts.findOne(isExpected);
        // Before the change, so that a crash leaves no link to the former address; and after it, for one that was stored meanwhile.
        if (before && before.verifiedEmail !== email) await removeLinksOf(records, _id);
        const set = { $set: { verifiedEmail: email } };
        const { matchedCount, modifiedCount } = await contacts.updateOne(isExpected, set);
        if (modifiedCount === 1) await removeLinksOf(records, _id);
        if (await admins.findOne({ _id })) return matchedCount === 1;
        // The admin was removed meanwhile.
        await removeRecordsOf(records, _id);
        return false;
      }),
    async addReset({ account: _id, ...reset }, now, latest) {
      const { tokenHash } = reset;
      const isReplaced = { _id, $or: [{ tokenHash }, { expiresAt: { $lte: latest } }] };
      return use(async ({ resets }) => {
        await resets.deleteMany({ expiresAt: { $not: validAt(now) } });
        const { matchedCount } = await resets.replaceOne(isReplaced, reset);
        if (matchedCount === 1) return true;
        return insertUnlessThere(() => resets.insertOne({ _id, ...reset }));
      });
    },
    async findReset(tokenHash, now) {
      const isValid = { tokenHash, expiresAt: validAt(now) };
      return (await use(({ resets }) => resets.findOne(isValid)))?._id ?? null;
    },
    async removeReset(tokenHash) {
      const removed = await use(({ resets }) => resets.deleteOne({ tokenHash }));
      return removed.deletedCount === 1;
    },
    queueMail: (order) => use((records) => queueMail(records, order)),
    async findDueMails(now, limit) {
      const latest = new Date(now.getTime() + maxRetryMs);
      const isDue = { failure: null, $or: [{ dueAt: { $lte: now } }, { dueAt: { $gt: latest } }] };
      const found = await use(({ mails }) =>
        mails.find(isDue).sort({ dueAt: 1 }).limit(limit).toArray(),
      );
      return queuedMails.parse(found.map(withId));
    },
    async changeMail(_id, attempts, $set) {
      const changed = await use(({ mails }) => mails.updateOne({ _id, attempts }, { $set }));
      return changed.matchedCount === 1;
    },
    async removeMail(_id) {
      await use(({ mails }) => mails.deleteOne({ _id }));
    },
    reviewMails: () =>
      use(async ({ mails }) => {
        const failed = mails.find(isUndelivered);
        const undelivered = await failed.sort({ orderedAt: -1 }).limit(maxUndelivered).toArray();
        const oldest = await mails.findOne({ failure: null }, { sort: { orderedAt: 1 } });
        return {
          waiting: await mails.countDocuments({ failure: null }),
          oldestAt: oldest?.orderedAt ?? null,
          undeliveredCount: await mails.countDocuments(isUndelivered),
          undelivered: queuedMails.parse(undelivered.map(withId)),
        };
      }),
    async removeUndelivered(orderedBefore) {
      const isOld = { ...isUndelivered, orderedAt: { $lt: orderedBefore } };
      return (await use(({ mails }) => mails.deleteMany(isOld))).deletedCount;
    },
    async retryMails(now) {
      const $set = { attempts: 0, dueAt: now, failure: null };
      const retried = await use(({ mails }) => mails.updateMany(isUndelivered, { $set }));
      return retried.modifiedCount;
    },
    async getNotifierState() {
      const found = await use(({ notifier }) => notifier.findOne({ _id: 'notifier' }));
      return notifierState.nullable().parse(found);
    },
    setNotifierState: ($set) =>
      use(({ notifier }) => upsert(notifier, { _id: 'notifier' }, { $set })),
  };
}

export async function changeContact(
  { contacts }: Records,
  _id: string,
  changes: Partial<Contact>,
): Promise<void> {
  await upsert(contacts, { _id }, { $set: changes });
}

export async function queueMail(
  { mails }: Records,
  { id: _id, orderedAt, ...order }: MailOrder,
): Promise<void> {
  const mail = { ...order, orderedAt, attempts: 0, dueAt: orderedAt, failure: null };
  await upsert(mails, { _id }, { $setOnInsert: mail });
}

/** Removes the password link of an account, and unsent mails that would confirm another address. */
export async function removeLinksOf({ resets, mails }: Records, account: string): Promise<void> {
  await resets.deleteOne({ _id: account });
  await mails.deleteMany({ account, kind: 'verification', about: { $ne: null } });
}
