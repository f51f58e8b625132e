import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the sites of tests keep views, accounts and images in MongoDB. */
    readonly sitesOnMongoDb: boolean;
  }
}

type ServersOfTests = {
  readonly settings: Readonly<Record<string, string>>;
  /** The names of the stored images; null where they are files of the site. */
  readonly images: () => Promise<readonly string[]> | null;
  readonly remove: () => Promise<void>;
};

const none: ServersOfTests = {
  settings: {},
  images: () => null,
  remove: () => Promise.resolve(),
};

/** A database of its own for every site, in a run that is to show that sites are the same on MongoDB. */
export async function testServers(): Promise<ServersOfTests> {
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
