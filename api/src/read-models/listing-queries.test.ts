import { randomUUID } from 'node:crypto';
import { appendFact, parseBusinessId } from '@directory/domain';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSite } from '../testing/test-site.ts';
import { listingQueries } from './listing-queries.ts';

test('eachVisited has every visited business once, also of more than one page', async () => {
  const site = await startTestSite();
  onTestFinished(() => site.stop());
  const { stores, views } = site.site;
  const time = new Date().toISOString();
  const details = {
    actor: { id: null, role: 'visitor' },
    correlationId: randomUUID(),
    time,
  } as const;
  const ids = Array.from({ length: 1_001 }, (_, number) =>
    parseBusinessId(`7${number.toString().padStart(25, '0')}`),
  );
  await Promise.all(
    ids.map((businessId) => {
      const data = { businessId, ownerId: null, channel: 'phone', clickedAt: time } as const;
      return appendFact(stores.log, { type: 'BusinessLinkClicked', data }, details);
    }),
  );
  await site.caughtUp();
  const { eachVisited } = listingQueries(stores.views, views, site.config.site);
  const visited: string[] = [];
  for await (const { businessId } of eachVisited()) visited.push(businessId);
  expect(visited.toSorted()).toEqual(ids);
});
