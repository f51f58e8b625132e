import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';

/** A database that nothing else uses, for as long as a suite runs. Gives its address. */
export function useMongoDatabase(server: string): () => string {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  let url = '';
  beforeAll(() => {
    url = databaseAt(server, name);
  });
  afterAll(() => dropDatabase(server, name));
  return () => url;
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function dropDatabase(server: string, name: string): Promise<void> {
  const client = new MongoClient(server);
  try {
    await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
