import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether test sites store views, accounts and images in MongoDB. */
    readonly sitesOnMongoDb: boolean;
  }
}

type TestServers = {
  readonly settings: Readonly<Record<string, string>>;
  /** The names of the stored images; null if they are files. */
  readonly images: () => Promise<readonly string[]> | null;
  readonly remove: () => Promise<void>;
};

const none: TestServers = {
  settings: {},
  images: () => null,
  remove: () => Promise.resolve(),
};

/** A database for each site in a run on MongoDB; otherwise nothing. */
export async function testServers(): Promise<TestServers> {
  if (!inject('sitesOnMongoDb')) return none;
  const server = inject('mongodb');
  if (server.kind === 'unavailable') throw new Error(server.reason);
  const { MongoClient } = await import('mongodb');
  const { newMongoDatabase } = await import('@directory/projections/testing/mongodb');
  const { url, drop } = newMongoDatabase(server.url);
  const images = async () => {
    const client = new MongoClient(url);
    const names = await client.db().collection('images.files').distinct('filename');
    await client.close();
    return names.map(String);
  };
  return { settings: { MONGODB_URL: url }, images, remove: drop };
}
