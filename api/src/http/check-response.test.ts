import { afterAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { serveRoutes } from '../testing/serve-routes.ts';
import { forbidden } from './errors.ts';
import { defineRoute } from './route.ts';

const schema = z.object({ name: z.string() });
const common = { operationId: 'get', summary: 'Get it', access: 'public' } as const;
const response = { status: 200, description: 'A name', schema };
const site = await serveRoutes([
  defineRoute('GET /right', { ...common, response, handle: () => ({ name: 'Siti' }) }),
  defineRoute('GET /extra', {
    ...common,
    response,
    handle(ctx) {
      ctx.body = { name: 'Siti', secret: 1 };
    },
  }),
  defineRoute('GET /missing', {
    ...common,
    response,
    handle(ctx) {
      ctx.body = '{}';
    },
  }),
  defineRoute('GET /status', {
    ...common,
    response,
    handle: () => Promise.reject(forbidden()),
  }),
]);
beforeEach(() => {
  site.reported.length = 0;
});
afterAll(() => site.close());

test('a response of the declared shape is sent', async () => {
  const answer = await fetch(`${site.url}/right`);
  expect([answer.status, await answer.json()]).toEqual([200, { name: 'Siti' }]);
});

test.each([
  ['/extra', 'GET /extra answers with fields that its schema lacks'],
  ['/missing', 'GET /missing answers'],
  ['/status', 'GET /status does not declare 403'],
])('%s answers 500 and logs "%s"', async (path, reason) => {
  const answer = await fetch(site.url + path);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret');
  expect(site.reported).toEqual([
    expect.objectContaining({ message: expect.stringContaining(reason) as unknown }),
  ]);
});
