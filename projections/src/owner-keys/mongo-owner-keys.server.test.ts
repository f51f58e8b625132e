import { describeOnServer } from '@directory/domain/testing/servers';
import { newMongoDatabase } from '../testing/mongo-database.ts';
import { describeOwnerKeys } from './contract.suite.ts';
import { openMongoOwnerKeys } from './mongo-owner-keys.ts';

describeOnServer('mongodb', (server) => {
  describeOwnerKeys('MongoDB', async () => {
    const { url, drop } = newMongoDatabase(server);
    return { open: async () => openMongoOwnerKeys({ url }), remove: drop };
  });
});
