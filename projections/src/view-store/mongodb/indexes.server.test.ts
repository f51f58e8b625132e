import { describeOnServer } from '@directory/domain/testing/servers';
import { MongoClient, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMongoDatabase, type MongoDatabase } from '../../testing/mongo-database.ts';
import { added, commitTo, beginLive } from '../../testing/notes.ts';
import { allViews, definitions } from '../../testing/projection-fixture.ts';
import type { ViewStore } from '../view-store.ts';
import { documentsOf } from './documents.ts';
import { openMongoViewStore } from './mongo-view-store.ts';
import { findWhere } from './reader.ts';

const questions = allViews.flatMap((view) =>
  view.indexes.map((field) => ({ view, field, title: `${view.name} by ${field}` })),
);

describeOnServer('mongodb', (server) => {
  let database: MongoDatabase;
  let store: ViewStore;
  let client: MongoClient;
  beforeAll(() => {
    database = newMongoDatabase(server);
    store = openMongoViewStore(database);
    client = new MongoClient(database.url);
  });
  afterAll(async () => {
    await store.close();
    await client.close();
    await database.drop();
  });

  test.each(questions)('$title is answered from an index', async ({ view, field }) => {
    const { id } = await beginLive(store, view);
    const keys = (await documentsOf(client.db(), id).indexes()).map(({ key }) => key);
    expect(keys).toContainEqual({ [`doc.${field}`]: 1, _id: 1 });
  });

  test('a view that is built gets its indexes when it takes over', async () => {
    const view = { ...definitions.listings, name: 'listings-built' };
    const { id } = await store.begin(view);
    const documents = documentsOf(client.db(), id);
    await commitTo(store, { id }, { documents: [added('a', 1)] });
    expect(await documents.indexes()).toHaveLength(1);
    expect(await store.takeOver(id)).toBe(true);
    expect(await documents.indexes()).toHaveLength(1 + view.indexes.length);
  });

  test.for(questions)('the plan for $title reads that index', async ({ view, field }, { skip }) => {
    const { id } = await beginLive(store, view);
    const plan = await findWhere(documentsOf(client.db(), id), { [field]: 'x' })
      .explain('queryPlanner')
      .catch(unlessUnknown);
    if (plan === null) return skip('this server has no explain');
    const explained = JSON.stringify(plan);
    expect(explained).toContain(`doc.${field}_1__id_1`);
    expect(explained).not.toContain('COLLSCAN');
  });
});

const commandNotFound = 59;

function unlessUnknown(error: unknown): null {
  if (error instanceof MongoServerError && error.code === commandNotFound) return null;
  throw error;
}
