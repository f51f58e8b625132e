import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemResponse } from '../contracts/site.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

describe('a method', () => {
  test('that a path does not have is answered 405 with Allow', async () => {
    const answer = await site.send('/api/businesses/approved', { method: 'PATCH' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('GET');
    expect(problemResponse.strict().safeParse(answer.json).success).toBe(true);
  });

  test('that no route has is answered 405 with Allow', async () => {
    const answer = await site.send('/api/businesses/01J00000000000000000000000', {
      method: 'PROPFIND',
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('DELETE');
    expect(answer.json).toMatchObject({ type: 'method-not-allowed' });
  });

  test('HEAD answers as GET does, without the body', async () => {
    const answer = await site.send('/api/site', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
  });
});

test('OPTIONS of a fixed path allows only its own methods', async () => {
  const answer = await site.send('/api/businesses/approved', { method: 'OPTIONS' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD']);
});

test.each(['/METRICS', '/metrics/', '/Metrics', '/%6detrics', '/API/site', '/api/site/'])(
  '%s is no path of a route: a proxy that refuses one by its path refuses all of it',
  async (path) => {
    expect((await site.get(path)).status).toBe(404);
  },
);

test('GET /api/businesses answers 400 for an unknown value of deleted', async () => {
  const answer = await site.get('/api/businesses?deleted=maybe', { as: site.signIn('admin') });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ errors: { deleted: ['The value must be true or false.'] } });
});
