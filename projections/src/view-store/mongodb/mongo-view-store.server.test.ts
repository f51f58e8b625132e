import { describeOnServer } from '@directory/domain/testing/servers';
import { useMongoDatabase } from '../../testing/mongo-database.ts';
import { viewStoreContract } from '../contract.suite.ts';
import { openMongoViewStore } from './mongo-view-store.ts';

describeOnServer('mongodb', (server) => {
  const url = useMongoDatabase(server);

  viewStoreContract('MongoDB', async () => openMongoViewStore({ url: url() }));
});
