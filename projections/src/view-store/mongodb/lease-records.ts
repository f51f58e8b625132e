import type { Collection, Db, Filter } from 'mongodb';
import { isDuplicateKey } from '../../mongodb/mongo-access.ts';
import type { HeldLease, ViewStore } from '../view-store.ts';

/** The time is in milliseconds of the workers' clocks. */
type LeaseRecord = { readonly _id: string; readonly holder: string; readonly expiresAt: number };

type Lease = Parameters<ViewStore['lease']>[0];

/** One upsert: of a lease that somebody else holds it matches nothing, and then meets its id. */
export async function takeLease(db: Db, lease: Lease, now: number): Promise<boolean> {
  const { name, holder, ttlMs, force = false } = lease;
  const free: Filter<LeaseRecord> = { $or: [{ holder }, { expiresAt: { $lte: now } }] };
  try {
    await leaseRecords(db).updateOne(
      { _id: name, ...(!force && free) },
      { $set: { holder, expiresAt: now + ttlMs } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await leaseRecords(db).deleteOne({ _id: name, holder });
}

export async function readLease(db: Db, name: string, now: number): Promise<HeldLease | null> {
  const found = await leaseRecords(db).findOne({ _id: name, expiresAt: { $gt: now } });
  if (!found) return null;
  return { holder: found.holder, expiresAt: new Date(found.expiresAt).toISOString() };
}

function leaseRecords(db: Db): Collection<LeaseRecord> {
  return db.collection<LeaseRecord>('leases');
}
