import type { Collection, Db } from 'mongodb';
import { insertUnlessThere, mongoAccess, type MongoAccess } from '../../mongodb/mongo-access.ts';
import { maxLeaseMs, ViewStoreUnavailable, type ViewStore } from '../view-store.ts';
import { documentsOn, prepareQuarantine } from './documents.ts';
import { generationsOn } from './generations.ts';
import { readerOn } from './reader.ts';

/**
 * Keeps views in a MongoDB database that others may use, too: one document a view with its generations and their checkpoints, and
 * a collection of documents a generation. Nothing needs a transaction or a replica set. Opening reaches for nothing, so a
 * server may come later.
 *
 * @throws OperatorError
 */
export function openMongoViewStore({
  url,
  database,
}: {
  readonly url: string;
  /** By default the database of the address. */
  readonly database?: string | undefined;
}): ViewStore {
  const mongo = mongoAccess({
    url,
    database,
    what: 'The views',
    Unavailable: ViewStoreUnavailable,
    prepare: prepareQuarantine,
  });
  return {
    ...readerOn(mongo),
    ...generationsOn(mongo),
    ...documentsOn(mongo),
    ...leasesOn(mongo),
    ping: mongo.ping,
    close: mongo.close,
  };
}

/** `expiresAt` is in milliseconds, by the clocks of the workers and not of the server. */
type LeaseRecord = { readonly _id: string; readonly holder: string; readonly expiresAt: number };

function leasesOn(mongo: MongoAccess): Pick<ViewStore, 'lease' | 'release' | 'heldLease'> {
  const leasesIn = (db: Db): Collection<LeaseRecord> => db.collection<LeaseRecord>('leases');
  return {
    lease: ({ name, holder, ttlMs, force = false }) =>
      mongo.use((db) => {
        const now = Date.now();
        const isFree = [
          { holder },
          { expiresAt: { $lte: now } },
          { expiresAt: { $gt: now + maxLeaseMs } },
        ];
        // For a lease of another holder the upsert matches nothing and fails with a duplicate id.
        return insertUnlessThere(() =>
          leasesIn(db).updateOne(
            { _id: name, ...(!force && { $or: isFree }) },
            { $set: { holder, expiresAt: now + ttlMs } },
            { upsert: true },
          ),
        );
      }),
    async release(name, holder) {
      await mongo.use((db) => leasesIn(db).deleteOne({ _id: name, holder }));
    },
    async heldLease(name) {
      const found = await mongo.use((db) => {
        const now = Date.now();
        return leasesIn(db).findOne({
          _id: name,
          expiresAt: { $gt: now, $lte: now + maxLeaseMs },
        });
      });
      if (!found) return null;
      return { holder: found.holder, expiresAt: new Date(found.expiresAt).toISOString() };
    },
  };
}
