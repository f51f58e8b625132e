import * as z from 'zod';
import { describeAnswers } from './answers.ts';
import { toSchema, type Components } from './components.ts';
import type { Operation, Access } from './operation.ts';

/** Describes operations as OpenAPI 3.1, in JSON. Every schema that has an id becomes a component. */
export function openApiDocument(operations: readonly Operation[]): string {
  const components: Components = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method] = describe(operation, components);
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Kampong Bharu directory',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: components,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
  return JSON.stringify(document).replaceAll('#/$defs/', '#/components/schemas/');
}

function describe(operation: Operation, components: Components): object {
  const { summary, access: who, json, form } = operation;
  const hasBody = json !== undefined || form !== undefined;
  return {
    summary,
    description: whoMay[who],
    security: who === 'anybody' ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation, components),
      ...(operation.isCommand ? [idempotencyKey] : []),
    ],
    ...(hasBody && { requestBody: { required: true, content: bodies(operation, components) } }),
    responses: describeAnswers(operation, components),
  };
}

const whoMay: Record<Access, string> = {
  anybody: 'For everybody; a token that is wrong or has expired is refused all the same.',
  owner: 'For owners.',
  'owner or admin': 'For the owner whom it is about, and for admins.',
  admin: 'For admins.',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A request that is repeated with its key gives the first outcome again',
  schema: { type: 'string', maxLength: 200 },
};

function pathParameters({ path }: Operation): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Operation, components: Components): object[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: toSchema(schema, components),
  }));
}

function bodies({ json, form }: Operation, components: Components): object {
  const image = {
    type: 'object',
    properties: {
      imagePath: { type: 'string', format: 'binary', description: 'JPEG, PNG or WebP' },
    },
  };
  return {
    ...(json && { 'application/json': { schema: toSchema(json, components) } }),
    ...(form && {
      'multipart/form-data': { schema: { allOf: [toSchema(form, components), image] } },
    }),
  };
}
