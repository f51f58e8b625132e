import { randomUUID } from 'node:crypto';
import { appendFact, parseBusinessId } from '@directory/domain';
import { expect, onTestFinished, test, vi } from 'vitest';
import { submitListing } from '../testing/listings.ts';
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

test('findReviews has what admins decided on, and after a decision reads only that listing', async () => {
  const site = await startTestSite();
  onTestFinished(() => site.stop());
  const { stores, views } = site.site;
  const [owner, admin] = [site.signIn('user'), site.signIn('admin')];
  const [first, second] = [await submitListing(site, owner), await submitListing(site, owner)];
  const decide = (id: string) =>
    site.put(`/api/businesses/${id}`, { status: 'approved' }, { as: admin });
  await decide(first);
  const get = vi.spyOn(stores.views, 'get');
  const findLast = vi.spyOn(stores.views, 'findLast');
  const { findReviews } = listingQueries(stores.views, views, site.config.site);
  const reviewed = async () => (await findReviews()).map(({ businessId }) => businessId);
  expect(await reviewed()).toEqual([first]);
  expect(findLast).toHaveBeenCalledOnce();

  await decide(second);
  expect(await reviewed()).toEqual([first, second]);
  await site.post(`/api/businesses/${first}/decision-withdrawal`, undefined, { as: admin });
  expect(await reviewed()).toEqual([second]);
  expect(findLast).toHaveBeenCalledOnce();
  const read = get.mock.calls.filter(([{ name }]) => name === views.reviews.name);
  expect(read.map(([, id]) => id)).toEqual([second, first]);
});
