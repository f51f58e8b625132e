import { erasedListings, OwnerKeysUnavailable, type OwnerKeys } from '@directory/domain';
import * as z from 'zod';
import { removeTraces, openAccountsFile, reachFile } from './accounts-file.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS owner_keys (
    owner TEXT PRIMARY KEY,
    key BLOB,
    erasure TEXT
  ) STRICT;`;

const erasures = z.enum(erasedListings);

const rows = z.array(
  z.object({
    owner: z.string(),
    key: z.instanceof(Uint8Array).nullable(),
    erasure: erasures.nullable(),
  }),
);

/**
 * Keys of owners in the SQLite file of the accounts.
 * @throws UnusableAccountsFile, with a sentence that names the file
 */
export function openSqliteOwnerKeys({ file }: { readonly file: string }): OwnerKeys {
  const db = openAccountsFile(file, schema);
  const { prepare, run, reach, transact } = reachFile(
    db,
    'The keys of owners',
    OwnerKeysUnavailable,
  );
  const select = 'SELECT owner, key, erasure FROM owner_keys';
  const find = prepare(`${select} WHERE owner IN (SELECT value FROM json_each(?))`);
  const insert = prepare(
    `INSERT INTO owner_keys (owner, key, erasure) VALUES (:owner, :key, :erasure)
     ON CONFLICT (owner) DO NOTHING`,
  );
  return {
    find: reach((owners) => rows.parse(find.all(JSON.stringify(owners)))),
    add: transact((keys) => {
      for (const key of keys) insert.run(key);
    }),
    beginErasure: reach((owner, listings) => {
      const begun = prepare(
        `INSERT INTO owner_keys (owner, key, erasure) VALUES (?, NULL, ?)
         ON CONFLICT (owner) DO UPDATE SET erasure = coalesce(erasure, excluded.erasure)
         RETURNING erasure`,
      );
      return erasures.parse(begun.pluck().get(owner, listings));
    }),
    eraseKey: reach((owner) => {
      run('UPDATE owner_keys SET key = NULL WHERE owner = ? AND erasure IS NOT NULL', owner);
      if (!removeTraces(db)) throw new OwnerKeysUnavailable('The keys of owners are in use.');
    }),
    all: reach(() => rows.parse(prepare(`${select} ORDER BY owner`).all())),
    ping: reach(() => void find.all('[]')),
    close: async () => {
      db.close();
    },
  };
}
