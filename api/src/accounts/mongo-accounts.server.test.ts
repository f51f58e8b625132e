import { describeOnServer } from '@directory/domain/testing/servers';
import { newMongoDatabase } from '@directory/projections/testing/mongodb';
import { describeAccountStore } from './contract.suite.ts';
import { openMongoAccounts } from './mongo-accounts.ts';

describeOnServer('mongodb', (server) => {
  describeAccountStore('MongoDB', async () => {
    const { url, drop } = newMongoDatabase(server);
    return { open: async () => openMongoAccounts({ url }), remove: drop };
  });
});
