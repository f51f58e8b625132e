import { describeOnServer } from '@directory/domain/testing/servers';
import { afterAll, beforeAll } from 'vitest';
import { newMongoDatabase, type MongoDatabase } from '../../testing/mongo-database.ts';
import { viewStoreContract } from '../contract.suite.ts';
import { openMongoViewStore } from './mongo-view-store.ts';

describeOnServer('mongodb', (server) => {
  let database: MongoDatabase;
  beforeAll(() => {
    database = newMongoDatabase(server);
  });
  afterAll(() => database.drop());

  viewStoreContract('MongoDB', async () => openMongoViewStore(database));
});
