import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownBusinessDetailResponse } from '../contracts/business.ts';
import { formFields, listingForm } from '../testing/listings.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

describe('submitting a business', () => {
  test('answers 201 with the business, which waits for review', async () => {
    const owner = site.signIn('user');
    const answer = await site.post('/api/businesses', await listingForm(), { as: owner });
    expect(answer.status).toBe(201);
    const business = ownBusinessDetailResponse.strict().parse(answer.json);
    expect(business).toMatchObject({
      businessName: formFields.businessName,
      status: 'pending',
      user_id: owner.id,
      address: formFields.address,
      adress: formFields.address,
      yearStarted: 1963,
      facilities: ['Tandas', 'Surau'],
      latitude: 3.1645,
      facebook: null,
      views: 0,
      revision: 0,
    });
    expect(answer.headers.get('location')).toBe(`/api/businesses/${business.id}`);
  });
});
