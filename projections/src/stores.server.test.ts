import { randomUUID } from 'node:crypto';
import { describeOnServer } from '@directory/domain/testing/servers';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { parseProjectionsConfig } from './config.ts';
import { openOwnerKeys, openViewStore } from './stores.ts';
import { newMongoDatabase } from './testing/mongo-database.ts';
import { someView } from './testing/notes.ts';

describeOnServer('mongodb', (server) => {
  test('views in a database of their own leave that of the accounts alone, but for reading keys', async () => {
    const [main, ofViews] = [newMongoDatabase(server), newMongoDatabase(server)];
    const config = parseProjectionsConfig({
      MONGODB_URL: main.url,
      MONGODB_VIEWS_DATABASE: new URL(ofViews.url).pathname.slice(1),
    });
    const keys = await openOwnerKeys(config);
    const views = await openViewStore(config, () => undefined);
    const { id } = await views.begin(someView(), { live: true });
    expect(await views.lease({ name: 'work', holder: 'me', ttlMs: 1_000 })).toBe(true);
    expect(await keys.find([randomUUID()])).toEqual([]);
    expect((await views.generations()).map((each) => each.id)).toEqual([id]);
    await Promise.all([views.close(), keys.close()]);

    const client = new MongoClient(server);
    const collectionsOf = async (url: string) =>
      client.db(new URL(url).pathname.slice(1)).listCollections().toArray();
    expect(await collectionsOf(main.url)).toEqual([]);
    expect((await collectionsOf(ofViews.url)).map(({ name }) => name)).toContain('views');
    await client.close();
    await Promise.all([main.drop(), ofViews.drop()]);
  });
});
