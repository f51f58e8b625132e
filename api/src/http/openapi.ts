import { STATUS_CODES } from 'node:http';
import { memoize } from '@directory/domain/shared/collections';
import * as z from 'zod';
import { documentedInput, type JsonSchema } from '../contracts/fields.ts';
import { problemResponse } from '../contracts/site.ts';
import { accessRules, isOpen } from './permissions.ts';
import {
  defineRoute,
  problemStatuses,
  resolve,
  type Described,
  type RequestBody,
  type Response,
  type Route,
} from './route.ts';

/** Schemas by their ids. */
type Components = Record<string, object>;

/** The OpenAPI document of these routes and of itself. It contains the current year and day, so it is generated once a day. */
export function openApiRoute(routes: readonly Route[], today: () => string): Route {
  const documentOf = memoize<string, string>(1, () => openApiDocument([...routes, route]));
  const route = defineRoute('GET /api/openapi.json', {
    operationId: 'getOpenApi',
    summary: 'Get this document',
    access: 'public',
    response: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) },
    handle(ctx) {
      ctx.set('Cache-Control', 'no-cache');
      ctx.type = 'application/json';
      ctx.body = documentOf(today());
    },
  });
  return route;
}

/** Describes routes as OpenAPI 3.1, in JSON. Every schema that has an id becomes a component. */
function openApiDocument(routes: readonly Described[]): string {
  const components: Components = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method] = describe(route, components);
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Kampong Bharu directory',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
  return JSON.stringify(document, withoutReadOnly).replaceAll('#/$defs/', '#/components/schemas/');
}

/** Zod's `readonly()` is about TypeScript. In OpenAPI it says that clients leave the field out of requests. */
function withoutReadOnly(key: string, value: unknown): unknown {
  return key === 'readOnly' ? undefined : value;
}

function describe(route: Described, components: Components): object {
  const { operationId, summary, access, body, isCommand = false } = route;
  return {
    operationId,
    summary,
    description: accessRules[access].description,
    security: isOpen(access) ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...pathParameters(route, components),
      ...queryParameters(route, components),
      ...(isCommand ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: describeBody(body, components) }),
    responses: describeResponses(route, components),
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A request that is repeated with the same key gets the first outcome again',
  schema: { type: 'string', maxLength: 200 },
};

function pathParameters({ path, params }: Described, components: Components): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema = params?.shape[name];
    return {
      name,
      in: 'path',
      required: true,
      schema: schema ? toSchema(schema, components) : { type: 'string' },
    };
  });
}

function queryParameters({ query }: Described, components: Components): object[] {
  if (!query) return [];
  return Object.entries(resolve(query).shape).map(([name, each]) => ({
    name,
    in: 'query',
    required: !z.safeParse(each, undefined).success,
    schema: toSchema(each, components),
  }));
}

function describeBody(body: RequestBody<z.ZodType>, components: Components): object {
  const schema = resolve(body.schema);
  const isForm = body.type === 'form';
  const json = () => ({ 'application/json': { schema: toSchema(schema, components) } });
  return {
    required: !schema.safeParse({}).success,
    content: {
      ...(body.imageMissing === undefined && json()),
      ...(isForm && {
        'multipart/form-data': {
          schema: asForm(schema, body.imageMissing, components),
          encoding: { imagePath: { contentType: 'image/jpeg, image/png, image/webp' } },
        },
      }),
    },
  };
}

/** All values of a form are texts, of which an empty one means null; the image is a part of its own. */
function asForm(
  schema: z.ZodType,
  imageMissing: string | undefined,
  components: Components,
): object {
  const id = `${z.globalRegistry.get(schema)?.id}${imageMissing === undefined ? 'Form' : ''}`;
  const { $defs = {}, ...root } = z.toJSONSchema(schema, jsonSchemaOptions);
  const { properties = {}, required = [], allOf } = Object.values($defs)[0] ?? root;
  components[id] = {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, asText(each)])),
      imagePath: {
        type: 'string',
        contentMediaType: 'application/octet-stream',
        description: 'JPEG, PNG or WebP',
      },
    },
    required: imageMissing === undefined ? required : [...required, 'imagePath'],
    // Brackets would nest, and the other characters do not fit into the header of a part.
    propertyNames: { pattern: '^[^\\[\\]\\x00-\\x1f\\x7f"\\\\]{1,100}$' },
    ...(allOf && { allOf }),
  };
  return { $ref: `#/components/schemas/${id}` };
}

function asText(schema: z.core.JSONSchema._JSONSchema): object {
  if (typeof schema === 'boolean') return {};
  const { anyOf, type, ...rest } = schema;
  // Of several types, null is the last.
  const [first] = [type].flat();
  const [text, ...more] = anyOf?.filter(isText) ?? [];
  return {
    ...rest,
    ...(first && { type: first }),
    ...(more.length > 0 ? { anyOf: [text, ...more] } : text),
  };
}

/** Whether a form can send it: its parts are texts, and may be repeated. */
function isText(schema: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof schema === 'boolean') return false;
  return schema.type === 'string' || (schema.type === 'array' && !isOfObjects(schema));
}

function isOfObjects({ items }: z.core.JSONSchema.BaseSchema): boolean {
  return typeof items === 'object' && 'type' in items && items.type === 'object';
}

function describeResponses(route: Described, components: Components): object {
  const { response, otherResponses = {}, isCommand = false } = route;
  const problem = { schema: toSchema(problemResponse, components) };
  const responses: Record<number, object> = {};
  for (const status of problemStatuses(route))
    responses[status] = {
      description: STATUS_CODES[status],
      content: { 'application/problem+json': problem },
    };
  const others = Object.entries(otherResponses).map(([status, each]) => ({ status, ...each }));
  for (const { status, ...each } of [response, ...others])
    responses[Number(status)] = {
      description: each.description,
      ...(isCommand && { headers: commandHeaders }),
      ...contentOf(each, components),
    };
  return responses;
}

const commandHeaders = {
  'X-Log-Position': {
    description: 'The position of the outcome in the log',
    schema: { type: 'string' },
  },
  'X-Stale': {
    description: 'true when the lists do not show the outcome yet',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Unchanged': {
    description: 'true when nothing had to change, as after the same decision by somebody else',
    schema: { type: 'string', enum: ['true'] },
  },
};

function contentOf({ schema, type }: Response<z.ZodType>, components: Components): object {
  if (schema) return { content: { 'application/json': { schema: toSchema(schema, components) } } };
  return type === undefined ? {} : { content: { [type]: {} } };
}

/** A schema as JSON Schema of its input; those inside it that have an id go to the components. */
function toSchema(schema: z.core.$ZodType, components: Components): object {
  const { $defs = {}, ...rest } = z.toJSONSchema(schema, jsonSchemaOptions);
  delete rest.$schema;
  Object.assign(components, $defs);
  return rest;
}

const jsonSchemaOptions: z.core.ToJSONSchemaParams = {
  io: 'input',
  override({ zodSchema, jsonSchema }) {
    const documented = documentedInput.get(zodSchema)?.schema;
    if (!documented) return;
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, isNullable(zodSchema) ? orNull(documented) : documented);
  },
};

/** Null is described where it is accepted: a listing may lack what others have, and clients may send all of a listing back. */
function isNullable(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, null).success;
}

function orNull({ anyOf, description, ...filled }: JsonSchema): JsonSchema {
  const choices: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [filled];
  return { description, anyOf: [...choices, { type: 'null' }] };
}
