import { describeOnServer } from '@directory/domain/testing/servers';
import { Collection, MongoClient, MongoServerError } from 'mongodb';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
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

  afterEach(() => {
    vi.restoreAllMocks();
  });

  const insert = (id: string) =>
    documentsOf(client.db(), id).insertOne({ _id: 'a', doc: {}, _pos: '' });
  const collections = (id: string) =>
    client
      .db()
      .listCollections({ name: documentsName(id) })
      .toArray();

  test('a generation can be dropped concurrently and repeatedly', async ({ skip }) => {
    const db = client.db();
    // Only that of the makers has one.
    const { gitVersion } = await db.admin().buildInfo();
    if (!gitVersion) return skip('this server mixes up its collections where several drop one');
    for (let round = 0; round < 20; round += 1) {
      const id = `notes_${round}_gone`;
      await insert(id);
      await Promise.all([1, 2, 3].map(() => dropIfGone(db, id)));
      await dropIfGone(db, id);
      expect(await collections(id)).toEqual([]);
    }
  });

  test('a generation that another process drops first is dropped, also again', async () => {
    const db = client.db();
    const id = 'notes_1_gone';
    await insert(id);
    const dropping = vi.spyOn(Collection.prototype, 'drop');
    dropping.mockImplementationOnce(async function (this: Collection) {
      await this.drop();
      return this.drop();
    });
    await dropIfGone(db, id);
    expect(dropping).toHaveBeenCalledTimes(3);
    await dropIfGone(db, id);
    expect(await collections(id)).toEqual([]);
  });

  test('a collection that a late writer creates again after another drop is dropped', async () => {
    const db = client.db();
    const id = 'notes_1_late';
    await insert(id);
    const error = new MongoServerError({ message: 'Collection [notes] not found.' });
    vi.spyOn(Collection.prototype, 'drop').mockRejectedValueOnce(error);
    await dropIfGone(db, id);
    expect(await collections(id)).toEqual([]);
  });

  test('an error that stays ends the drop', async () => {
    const db = client.db();
    const id = 'notes_2_stays';
    await insert(id);
    const error = new MongoServerError({ message: 'not authorized' });
    vi.spyOn(Collection.prototype, 'drop').mockRejectedValue(error);
    await expect(dropIfGone(db, id)).rejects.toThrow(error);
  });
});
