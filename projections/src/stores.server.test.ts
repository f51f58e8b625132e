import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnerKeysUnavailable } from '@directory/domain';
import { startOfLog } from '@directory/domain/event-store';
import { describeOnServer } from '@directory/domain/testing/servers';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { parseProjectionsConfig } from './config.ts';
import { openLog, openOwnerKeys, openViewStore } from './stores.ts';
import { appendAt } from './testing/append-events.ts';
import { eventsOf } from './testing/business-events.ts';
import { newMongoDatabase } from './testing/mongo-database.ts';
import { someView, beginLive } from './testing/notes.ts';
import { minute } from './testing/recorded.ts';

describeOnServer('mongodb', (server) => {
  test('views in a database of their own leave that of the accounts alone, but for reading keys', async () => {
    const [main, ofViews] = [newMongoDatabase(server), newMongoDatabase(server)];
    const config = parseProjectionsConfig({
      MONGODB_URL: main.url,
      MONGODB_VIEWS_DATABASE: new URL(ofViews.url).pathname.slice(1),
    });
    const keys = await openOwnerKeys(config);
    const views = await openViewStore(config, () => undefined);
    const { id } = await beginLive(views, someView());
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

  test('with another database in MONGODB_URL a log is not read, and no key is made', async () => {
    const [right, wrong] = [newMongoDatabase(server), newMongoDatabase(server)];
    const dataDir = mkdtempSync(join(tmpdir(), 'wrong-database-'));
    const config = { dataDir, eventstoreUrl: null };
    const log = await openLog({ ...config, mongodbUrl: right.url });
    const misread = await openLog({ ...config, mongodbUrl: wrong.url });
    const { submitted, edited } = eventsOf(1);
    await appendAt(log, minute(1), submitted());
    const reading = misread.readAll({ after: startOfLog, limit: 10 });
    await expect(reading).rejects.toThrow(OwnerKeysUnavailable);
    await expect(misread.ping()).rejects.toThrow('or correct MONGODB_URL');
    const appending = appendAt(misread, minute(2), edited({ phone: null }));
    await expect(appending).rejects.toThrow(OwnerKeysUnavailable);
    expect(await misread.ownerKeys.all()).toEqual([]);
    expect(await log.readAll({ after: startOfLog, limit: 10 })).toMatchObject([submitted()]);
    await Promise.all([log.close(), misread.close()]);
    await Promise.all([right.drop(), wrong.drop()]);
    rmSync(dataDir, { recursive: true });
  });
});
