import * as z from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

const described = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string().min(1),
        summary: z.string().min(1),
        security: z.array(z.object({})).min(1),
        parameters: z.array(z.looseObject({ name: z.string() })),
        requestBody: z.object({ required: z.boolean() }).optional(),
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

test('OPTIONS of every path allows the methods that are described', async () => {
  const paths = Object.entries(document.paths);
  expect(paths.length).toBeGreaterThan(30);
  for (const [path, operations] of paths) {
    const { headers } = await site.send(path.replace(/\{\w+\}/g, '01J00000000000000000000000'), {
      method: 'OPTIONS',
    });
    const allowed = headers.get('allow')?.split(', ') ?? [];
    const described = Object.keys(operations).map((method) => method.toUpperCase());
    expect(allowed.filter((method) => method !== 'HEAD').sort(), path).toEqual(described.sort());
  }
});

test('every operation has an id of its own, a summary and its 4xx responses', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { responses } of operations) expect(Object.keys(responses)).toContain('401');
});

test('every reference leads to a component', () => {
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of new Set(references))
    expect(Object.keys(document.components.schemas)).toContain(reference.split('/').at(-1));
});

test('SubmitBusiness requires what the add form must hold', () => {
  expect(document.components.schemas['SubmitBusiness']).toHaveProperty(
    'required',
    expect.arrayContaining(['businessName', 'latitude']),
  );
});

test.each([
  ['post', '/api/businesses', true],
  ['put', '/api/businesses/update/{id}', false],
])('%s %s requires a body: %s', (method, path, isRequired) => {
  expect(document.paths[path]?.[method]?.requestBody?.required).toBe(isRequired);
});

test('AdminLogin requires a visible character in a code', () => {
  const { pattern } = z
    .object({ properties: z.object({ code: z.object({ pattern: z.string() }) }) })
    .parse(document.components.schemas['AdminLogin']).properties.code;
  const visible = new RegExp(pattern, 'u');
  expect(visible.test('\n')).toBe(false);
  expect(visible.test(' 123 456 ')).toBe(true);
});

test('the period of visits is described as days, from and to, each a parameter of its own', () => {
  const { parameters } =
    document.paths['/api/businesses/userbusinesses/{userId}/visits']?.['get'] ?? {};
  expect(parameters).toMatchObject([
    { name: 'userId', in: 'path' },
    { name: 'days', in: 'query', required: false, schema: { type: 'integer', maximum: 366 } },
    { name: 'from', in: 'query', required: false, schema: { format: 'date' } },
    { name: 'to', in: 'query', required: false, schema: { format: 'date' } },
    { name: 'business', in: 'query', required: false },
  ]);
});

test.each(['SubmitBusiness', 'EditBusinessForm'])('%s describes the photo as a file', (id) => {
  expect(document.components.schemas[id]).toHaveProperty(
    'properties.imagePath.contentMediaType',
    'application/octet-stream',
  );
});

test.each([
  ['get /api/businesses', [200, 400, 401, 403, 500, 503]],
  ['post /api/businesses', [201, 400, 401, 403, 408, 409, 413, 415, 429, 500, 503]],
  ['put /api/businesses/{id}', [200, 400, 401, 403, 404, 408, 409, 413, 415, 429, 500, 503]],
  ['get /api/geocode/search', [200, 400, 401, 403, 429, 500, 503]],
  ['delete /api/businesses/{id}', [204, 400, 401, 403, 404, 409, 429, 500, 503]],
])('%s declares each status that it answers with', (operation, statuses) => {
  const [method = '', path = ''] = operation.split(' ');
  const declared = Object.keys(document.paths[path]?.[method]?.responses ?? {});
  expect(declared.map(Number)).toEqual(statuses);
});

test('every error has the shape that all errors have', () => {
  for (const operation of Object.values(document.paths).flatMap((methods) =>
    Object.values(methods),
  ))
    for (const [status, response] of Object.entries(operation.responses))
      if (Number(status) >= 400 && status !== '503')
        expect(response).toMatchObject({ content: { 'application/problem+json': {} } });
});
