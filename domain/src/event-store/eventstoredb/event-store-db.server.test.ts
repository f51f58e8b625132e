import { describeOnServer } from '../../testing/servers/test-server.ts';
import { eventStoreContract } from '../contract.suite.ts';
import { openEventStoreDb } from './event-store-db.ts';
import { orderedAppendingContract } from './ordered-appending.suite.ts';

describeOnServer('eventstore', (url) => {
  eventStoreContract('EventStoreDB', () => openEventStoreDb({ url }));
  orderedAppendingContract('EventStoreDB', () => openEventStoreDb({ url }));
});
