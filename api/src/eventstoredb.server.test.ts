import { describeOnServer } from '@directory/domain/testing/servers';
import { siteOnEventStoreDb } from './eventstoredb.suite.ts';

describeOnServer('eventstore', (url) => {
  siteOnEventStoreDb(() => url);
});
