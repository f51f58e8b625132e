import { directoryViews } from '@directory/projections';
import * as z from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { listingQueries } from '../read-models/listing-queries.ts';
import { requestMetrics } from '../http/request-metrics.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { allRoutes } from './routes.ts';

const described = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        summary: z.string().min(1),
        security: z.array(z.object({})).min(1),
        responses: z.record(z.string(), z.looseObject({ description: z.string() })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});

let site: TestSite;
let text: string;
let document: z.infer<typeof described>;
beforeAll(async () => {
  site = await startTestSite();
  const answer = await site.get('/api/openapi.json');
  text = answer.text;
  document = described.parse(answer.json);
});
afterAll(() => site.stop());

/** As `get /api/businesses/{id}`. */
function routesOfTheSite(): string[] {
  const config = readConfig({});
  const { stores, projector, secrets } = site.site;
  const views = directoryViews(config.timeZone);
  const queries = listingQueries(stores.views, views, config.site);
  const metrics = requestMetrics();
  const clock = systemClock;
  return allRoutes({
    config,
    stores,
    views,
    projector,
    secrets,
    geocoder: null,
    clock,
    queries,
    metrics,
  })
    .stack.flatMap(({ methods, path }) =>
      methods
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method.toLowerCase()} ${String(path).replace(/:(\w+)/g, '{$1}')}`),
    )
    .sort();
}

test('every route is described, and every described route is there', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.sort()).toEqual(routesOfTheSite());
});

test('every reference leads to a component', () => {
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of new Set(references))
    expect(Object.keys(document.components.schemas)).toContain(reference.split('/').at(-1));
});

test('what the add form must hold is required', () => {
  expect(document.components.schemas['SubmitBusiness']).toHaveProperty(
    'required',
    expect.arrayContaining(['businessName', 'latitude']),
  );
});

test.each([
  ['get /api/businesses', [200, 401, 403, 429, 500, 503]],
  ['post /api/businesses', [201, 400, 401, 403, 408, 413, 415, 429, 500, 503]],
  ['put /api/businesses/{id}', [200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503]],
  ['get /api/geocode/search', [200, 400, 429, 500, 503]],
])('%s tells each status that it answers with', (operation, statuses) => {
  const [method = '', path = ''] = operation.split(' ');
  const told = Object.keys(document.paths[path]?.[method]?.responses ?? {});
  expect(told.map(Number)).toEqual(statuses);
});

test('every error has the shape that all errors have', () => {
  for (const operation of Object.values(document.paths).flatMap((methods) =>
    Object.values(methods),
  ))
    for (const [status, response] of Object.entries(operation.responses))
      if (Number(status) >= 400 && status !== '503')
        expect(response).toMatchObject({ content: { 'application/problem+json': {} } });
});
