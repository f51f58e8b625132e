import {
  erasedListings,
  OwnerKeysUnavailable,
  type OwnerKey,
  type OwnerKeys,
} from '@directory/domain';
import { Binary, type Collection, type Db } from 'mongodb';
import * as z from 'zod';
import { mongoAccess, onDisk, hasOnlyDuplicates } from '../mongodb/mongo-access.ts';

type KeyRecord = {
  readonly _id: string;
  readonly key: Binary | null;
  readonly erasure: OwnerKey['erasure'];
};

const erasures = z.enum(erasedListings);

const records = z.array(
  z
    .object({
      _id: z.string(),
      key: z.instanceof(Binary).nullable(),
      erasure: erasures.nullable(),
    })
    .transform(({ _id: owner, key, erasure }) => ({ owner, key: key && key.value(), erasure })),
);

/**
 * Keys of owners in the MongoDB database of the accounts. Opening does not connect, so the server may start later.
 * @throws OperatorError
 */
export function openMongoOwnerKeys({ url }: { readonly url: string }): OwnerKeys {
  const { use, ping, close } = mongoAccess({
    url,
    what: 'The keys of owners',
    Unavailable: OwnerKeysUnavailable,
    // An event must not outlive its key.
    writes: onDisk,
  });
  return {
    find: async (owners) =>
      records.parse(
        await use((db) =>
          keysOf(db)
            .find({ _id: { $in: [...owners] } })
            .toArray(),
        ),
      ),
    add: (keys) => use((db) => insertMissing(keysOf(db), keys)),
    beginErasure: (owner, listings) =>
      use(async (db) => {
        const keys = keysOf(db);
        await insertMissing(keys, [{ owner, key: null, erasure: listings }]);
        await keys.updateOne({ _id: owner, erasure: null }, { $set: { erasure: listings } });
        return erasures.parse((await keys.findOne({ _id: owner }))?.erasure);
      }),
    eraseKey: async (owner) => {
      const isErased = { _id: owner, erasure: { $ne: null } };
      await use((db) => keysOf(db).updateOne(isErased, { $set: { key: null } }));
    },
    all: async () => records.parse(await use((db) => keysOf(db).find().sort({ _id: 1 }).toArray())),
    ping,
    close,
  };
}

function keysOf(db: Db): Collection<KeyRecord> {
  return db.collection<KeyRecord>('owner_keys');
}

async function insertMissing(
  collection: Collection<KeyRecord>,
  keys: readonly OwnerKey[],
): Promise<void> {
  const added = keys.map(({ owner, key, erasure }) => {
    return { _id: owner, key: key && new Binary(key), erasure };
  });
  if (added.length === 0) return;
  await collection.insertMany(added, { ordered: false }).catch((error: unknown) => {
    if (!hasOnlyDuplicates(error)) throw error;
  });
}
