import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';

export type MongoDatabase = {
  /** Leads to a database that nothing else uses. */
  readonly url: string;
  readonly drop: () => Promise<void>;
};

/** `server` is an address without a database. */
export function newMongoDatabase(server: string): MongoDatabase {
  const url = new URL(server);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  url.pathname = `/${name}`;
  const drop = async () => {
    const client = new MongoClient(server);
    try {
      await client.db(name).dropDatabase();
    } finally {
      await client.close();
    }
  };
  return { url: url.href, drop };
}
