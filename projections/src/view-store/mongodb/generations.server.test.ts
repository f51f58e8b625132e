import { describeOnServer } from '@directory/domain/testing/servers';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMongoDatabase, type MongoDatabase } from '../../testing/mongo-database.ts';
import { documentsName, documentsOf, dropIfGone } from './documents.ts';

describeOnServer('mongodb', (server) => {
  let database: MongoDatabase;
  let client: MongoClient;
  beforeAll(() => {
    database = newMongoDatabase(server);
    client = new MongoClient(database.url);
  });
  afterAll(async () => {
    await client.close();
    await database.drop();
  });

  test('a generation can be dropped concurrently and repeatedly', async () => {
    const db = client.db();
    for (let round = 0; round < 20; round += 1) {
      const id = `notes_${round}_gone`;
      await documentsOf(db, id).insertOne({ _id: 'a', doc: {}, _pos: '' });
      await Promise.all([1, 2, 3].map(() => dropIfGone(db, id)));
      await dropIfGone(db, id);
      expect(await db.listCollections({ name: documentsName(id) }).toArray()).toEqual([]);
    }
  });
});
