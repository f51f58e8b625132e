import { subCategories } from '@directory/domain/catalogue';
import * as z from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportChoices } from '../contracts/reports.ts';
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
        security: z.array(z.looseObject({})).min(1),
        parameters: z.array(z.looseObject({ name: z.string() })),
        requestBody: z.looseObject({ required: z.boolean() }).optional(),
        responses: z.record(z.string(), z.looseObject({ description: z.string() })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});

let now = new Date('2026-12-31T12:00:00Z');
let site: TestSite;
let text: string;
let document: z.infer<typeof described>;
beforeAll(async () => {
  site = await startTestSite({ clock: () => now });
  const answer = await site.get('/api/openapi.json');
  text = answer.text;
  document = described.parse(answer.json);
});
afterAll(() => site.stop());

const refTo = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });

function operationOf(operation: string) {
  const [method = '', path = ''] = operation.split(' ');
  return document.paths[path]?.[method];
}

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

test('a new business is sent as a form with a photograph, an edit also as JSON and without', () => {
  const contentOf = (method: string, path: string) =>
    document.paths[path]?.[method]?.requestBody?.['content'];
  const photo = { imagePath: { contentType: 'image/jpeg, image/png, image/webp' } };
  expect(contentOf('post', '/api/businesses')).toEqual({
    'multipart/form-data': { schema: refTo('SubmitBusiness'), encoding: photo },
  });
  expect(contentOf('put', '/api/businesses/update/{id}')).toEqual({
    'application/json': { schema: refTo('EditBusiness') },
    'multipart/form-data': { schema: refTo('EditBusinessForm'), encoding: photo },
  });
  const { SubmitBusiness, EditBusinessForm } = document.components.schemas;
  expect(SubmitBusiness?.['required']).toContain('imagePath');
  expect(EditBusinessForm?.['required'] ?? []).toEqual([]);
});

test('parts of a form are texts with names that a part can have, and a kind fits its category', () => {
  const { SubmitBusiness } = document.components.schemas;
  expect(SubmitBusiness).toMatchObject({
    properties: { whatsapp: { type: 'string' }, openingTimes: { type: 'string' } },
    propertyNames: { pattern: expect.stringContaining('{1,100}') as unknown },
    allOf: [
      {
        anyOf: expect.arrayContaining([
          {
            properties: {
              businessInfo: { const: 'Pasar' },
              subCategory: { enum: subCategories('Pasar') },
            },
          },
        ]) as unknown,
      },
    ],
  });
});

test('an edit may hold null where a business that is answered may', () => {
  const isNull = z.looseObject({}).transform((each) => z.fromJSONSchema(each).safeParse(null));
  const fieldsOf = (id: string) =>
    z.object({ properties: z.record(z.string(), isNull) }).parse(document.components.schemas[id])
      .properties;
  const business = fieldsOf('Business');
  const edit = Object.entries(fieldsOf('EditBusiness'));
  expect(edit.length).toBeGreaterThan(20);
  for (const [name, { success }] of edit) expect(success, name).toBe(business[name]?.success);
});

test('no field is described as one that clients do not send', () => {
  expect(text).toContain('"days"');
  expect(text).not.toContain('"readOnly"');
});

test('no schema has alternatives beside its fields, which generated clients would lose', () => {
  const schemas = Object.entries(document.components.schemas);
  const losing = schemas.filter(
    ([, each]) => each['properties'] && (each['anyOf'] ?? each['oneOf']),
  );
  expect(losing.map(([id]) => id)).toEqual([]);
});

test.each([
  ['get /api/site', [{}, { token: [] }]],
  ['get /api/businesses', [{ token: [] }]],
])('%s is described with who may call it', (operation, security) => {
  expect(operationOf(operation)?.security).toEqual(security);
});

test('commands are described with their key and what their headers say, and others are not', () => {
  const header = { name: 'Idempotency-Key', in: 'header', schema: { maxLength: 200 } };
  const remove = operationOf('delete /api/businesses/{id}');
  expect(remove?.parameters.at(-1)).toMatchObject(header);
  expect(Object.keys(remove?.responses['204']?.['headers'] ?? {})).toEqual([
    'X-Log-Position',
    'X-Stale',
    'X-Unchanged',
  ]);
  const list = operationOf('get /api/businesses');
  expect(list?.parameters.map(({ name }) => name)).not.toContain('Idempotency-Key');
  expect(list?.responses['200']).not.toHaveProperty('headers');
});

test('choices of a path, a query that is needed, and answers that are no JSON are described', () => {
  expect(operationOf('get /api/reports/{name}')?.parameters[0]).toMatchObject({
    schema: { enum: Object.keys(reportChoices) },
  });
  expect(operationOf('get /api/geocode/search')?.parameters).toMatchObject([
    { name: 'format', required: false },
    { name: 'q', required: true },
  ]);
  expect(operationOf('get /uploads/{name}')?.responses).toMatchObject({
    200: { content: { 'image/webp': {} } },
    304: { description: 'Not changed' },
  });
});

test('the document describes itself, and is made again on another day', async () => {
  expect(operationOf('get /api/openapi.json')).toBeDefined();
  const answer = async () => site.get('/api/openapi.json');
  const { headers, text: before } = await answer();
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(before).toContain('"maximum":2026');
  now = new Date('2027-01-01T12:00:00Z');
  expect((await answer()).text).toContain('"maximum":2027');
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
  const declared = Object.keys(operationOf(operation)?.responses ?? {});
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
