import { isDuplicateKey } from '@directory/projections/mongodb';
import type { Db, WriteConcernOptions } from 'mongodb';
import { IcNumberTaken, type HashIcNumber } from '../account-store.ts';

/** By hash. Accounts that shared a number before it was checked are all in its record. */
type IcNumberRecord = { readonly _id: string; readonly accounts: readonly string[] };

/** @throws IcNumberTaken */
export async function claimIcNumber(
  db: Db,
  onDisk: WriteConcernOptions,
  account: string,
  hash: string,
): Promise<void> {
  try {
    await recordsOf(db, onDisk).insertOne({ _id: hash, accounts: [account] });
  } catch (error) {
    throw isDuplicateKey(error) ? new IcNumberTaken() : error;
  }
}

/** Of those of the owners that have none. */
export async function hashIcNumbers(
  db: Db,
  onDisk: WriteConcernOptions,
  owners: readonly Parameters<HashIcNumber>[0][],
  hashOf: HashIcNumber,
): Promise<void> {
  const hashed = new Set(await recordsOf(db, onDisk).distinct('accounts'));
  for (const owner of owners.filter(({ id }) => !hashed.has(id))) {
    const _id = hashOf(owner);
    if (_id === null) continue;
    const add = () =>
      recordsOf(db, onDisk).updateOne(
        { _id },
        { $addToSet: { accounts: owner.id } },
        { upsert: true },
      );
    await add().catch((error: unknown) => {
      // Another process made the record meanwhile.
      if (!isDuplicateKey(error)) throw error;
      return add();
    });
  }
}

export async function removeIcNumberOf(
  db: Db,
  onDisk: WriteConcernOptions,
  account: string,
): Promise<void> {
  await recordsOf(db, onDisk).updateMany({ accounts: account }, { $pull: { accounts: account } });
  await recordsOf(db, onDisk).deleteMany({ accounts: { $size: 0 } });
}

function recordsOf(db: Db, onDisk: WriteConcernOptions) {
  return db.collection<IcNumberRecord>('ic_numbers', onDisk);
}
