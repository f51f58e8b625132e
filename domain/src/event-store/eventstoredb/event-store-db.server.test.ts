import { describeOnServer } from '../../testing/servers/test-server.ts';
import { eventStoreContract } from '../contract.suite.ts';
import { openEventStoreDb } from './event-store-db.ts';

describeOnServer('eventstore', (url) => {
  eventStoreContract('EventStoreDB', () => openEventStoreDb({ url }));
});
