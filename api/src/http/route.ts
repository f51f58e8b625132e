import { parse as parseQuery } from 'node:querystring';
import type { Middleware } from 'koa';
import type * as z from 'zod';
import { uploadOf } from '../images/multipart.ts';
import { notFound, invalidRequest, unsupportedType, type RequestProblem } from './errors.ts';
import { bodyOf } from './middleware/json-body.ts';
import { requireBelow, type RateLimit } from './middleware/rate-limit.ts';
import type { ApiContext, SecurityEvent } from './middleware/session.ts';
import {
  accessRules,
  requirePermission,
  viewerFor,
  type Access,
  type ViewerOf,
} from './permissions.ts';

/** One operation of the API, from which router, permission check, parsing and OpenAPI document are derived. */
export type Route = Described & {
  readonly run: (ctx: ApiContext, readers: BodyReaders) => Promise<void>;
};

export type Described = {
  /** In small letters. */
  readonly method: string;
  /** Contains its parameters as `:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly access: Access;
  /** Requests above it are answered 429. */
  readonly limit?: RateLimit | undefined;
  /** The parameters of the path; 404 if they do not match. */
  readonly params?: AnyObject;
  readonly query?: AnyObject | (() => AnyObject);
  readonly body?: RequestBody<z.ZodType>;
  readonly response: Response<z.ZodType> & { readonly status: number };
  /** Other responses that are no errors, by status. */
  readonly otherResponses?: Readonly<Record<number, Response<z.ZodType>>>;
  /** The error statuses besides those that follow from the rest. */
  readonly problems?: readonly number[];
  /** Whether it appends events to a listing: then it may be repeated with an Idempotency-Key. */
  readonly isCommand?: boolean;
  /** The event that is logged and counted, with its outcome. */
  readonly securityEvent?: SecurityEvent;
};

export type Response<Schema> = {
  readonly description: string;
  /** The schema of a JSON body. */
  readonly schema?: Schema;
  /** The media type of any other body. */
  readonly type?: string;
};

export type RequestBody<Schema> = {
  /** `form`: multipart with an image, or JSON without one. `beacon`: JSON, which may be sent as text/plain. */
  readonly type: 'json' | 'form' | 'beacon';
  readonly schema: Schema | (() => Schema);
  /** Why a form without an image is refused; without it, the image may be left out. */
  readonly imageMissing?: string;
};

/** Middleware that read a body for `bodyOf` and `uploadOf`. */
export type BodyReaders = Readonly<Record<RequestBody<unknown>['type'], Middleware>>;

type AnyObject = z.ZodObject<z.ZodRawShape>;

type Input<A extends Access, Params, Query, Body> = {
  readonly viewer: ViewerOf<A>;
  readonly params: z.output<Params>;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  /** The image of a form. */
  readonly image: Uint8Array | null;
};

type RouteOptions<
  A extends Access,
  Params extends AnyObject,
  Query extends AnyObject,
  Body extends z.ZodType,
  Result extends z.ZodType,
> = Omit<Described, 'method' | 'path' | 'access' | 'params' | 'query' | 'body' | 'response'> & {
  readonly access: A;
  readonly params?: Params;
  readonly query?: Query | (() => Query);
  readonly body?: RequestBody<Body>;
  /** Has the status 200 unless it names another. */
  readonly response: Response<Result> & { readonly status?: number };
  /** Checked before the body is read. */
  authorize?(ctx: ApiContext, params: z.output<Params>): Promise<void>;
  /** Returns the JSON of the response, or sets `ctx.body` itself. */
  handle(
    ctx: ApiContext,
    input: Input<A, Params, Query, Body>,
  ): Promise<z.output<Result> | undefined> | z.output<Result> | undefined;
};

/** The first line of the requests of a route, as `GET /api/businesses/:id`. */
type RequestLine = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

export function defineRoute<
  A extends Access,
  Params extends AnyObject = AnyObject,
  Query extends AnyObject = AnyObject,
  Body extends z.ZodType = z.ZodUnknown,
  Result extends z.ZodType = z.ZodUndefined,
>(request: RequestLine, options: RouteOptions<A, Params, Query, Body, Result>): Route;
export function defineRoute(
  request: RequestLine,
  options: RouteOptions<Access, AnyObject, AnyObject, z.ZodType, z.ZodType>,
): Route {
  const [method = '', path = ''] = request.split(' ');
  const { access, limit, body, query, securityEvent } = options;
  const response = { status: 200, ...options.response };

  async function handle(ctx: ApiContext, params: Record<string, unknown>): Promise<void> {
    // The session may have ended since: the body may have taken minutes to arrive.
    ctx.state.requireSession?.();
    const image = body?.type === 'form' ? uploadOf(ctx) : null;
    const result = await options.handle(ctx, {
      viewer: ctx.state.viewer,
      params,
      // Koa's own parser takes seconds for 15 kB that repeat one key: its time grows with the square of how often.
      query: query ? parseRequest(resolve(query), parseQuery(ctx.querystring)) : {},
      body: body && parseBody(body, bodyOf(ctx), image),
      image,
    });
    if (result !== undefined) ctx.body = result;
    // Koa sets 200 for a body unless a status was set.
    if (ctx.status === 404 || ctx.status === 200) ctx.status = response.status;
  }

  return {
    ...options,
    method: method.toLowerCase(),
    path,
    response,
    async run(ctx, readers) {
      if (securityEvent) ctx.state.securityEvent = securityEvent;
      const viewer = viewerFor(access, ctx.state.viewer);
      ctx.state.viewer = viewer;
      // Before the limit counts the request: those without permission would use up the quota of others behind their address.
      requirePermission(accessRules[access].isAllowed(viewer, ctx), viewer);
      if (limit) await requireBelow(limit, ctx.ip);
      // By account, too, as its owner may have many addresses.
      if (limit && viewer.id !== null) await requireBelow(limit, viewer.id);
      const params = parseParams(options.params, ctx.params);
      await options.authorize?.(ctx, params);
      if (body && !['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase()))
        throw unsupportedType('Please send the request without compression.');
      if (body) await readers[body.type](ctx, () => handle(ctx, params));
      else await handle(ctx, params);
    },
  };
}

/** A schema that depends on the site's calendar is made for each request. */
export function resolve<Schema extends z.ZodType>(schema: Schema | (() => Schema)): Schema {
  return typeof schema === 'function' ? schema() : schema;
}

/** The error statuses that follow from access and body, and those that the route declares. Any token may be invalid: 401. */
export function problemStatuses(route: Described): readonly number[] {
  const { access, body, isCommand, limit, problems = [], query } = route;
  const isForm = body?.type === 'form';
  return [
    ...(body || query || isCommand ? [400] : []),
    401,
    ...(access === 'public' ? [] : [403]),
    ...(body ? [408] : []),
    ...(isCommand ? [409] : []),
    ...(body ? [413, 415] : []),
    ...(limit || isForm ? [429] : []),
    ...problems,
    500,
    503,
  ];
}

function parseParams(
  schema: AnyObject | undefined,
  params: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  if (!schema) return params;
  const result = schema.safeParse(params);
  if (!result.success) throw notFound(result.error.issues[0]?.message);
  return result.data;
}

function parseBody(
  { schema, imageMissing }: RequestBody<z.ZodType>,
  body: unknown,
  image: Uint8Array | null,
): unknown {
  if (image || imageMissing === undefined) return parseRequest(resolve(schema), body);
  const { error } = resolve(schema).safeParse(body);
  throw refusalOf(error?.issues ?? [], { imagePath: [imageMissing] });
}

/** Parses what a client sent; a failed parse elsewhere is a bug, answered 500. @throws RequestProblem 400 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues);
}

/** Errors by field; an error of the whole body is the message. */
function refusalOf(
  issues: readonly z.core.$ZodIssue[],
  others: Record<string, string[]> = {},
): RequestProblem {
  const messages: Record<string, string[]> = {};
  for (const issue of issues) (messages[issue.path.join('.')] ??= []).push(formatIssue(issue));
  const { '': whole, ...fields } = messages;
  return invalidRequest({ ...fields, ...others }, whole?.[0]);
}

function formatIssue(issue: z.core.$ZodIssue): string {
  if (issue.path.length === 0 && isOfZod(issue)) return 'Please send an object with the fields.';
  return ownMessage(issue) ?? 'Invalid value.';
}

/** The message of our schemas; of a union, that of the first member that has one. */
function ownMessage(issue: z.core.$ZodIssue): string | undefined {
  if (!isOfZod(issue)) return issue.message;
  if (issue.code !== 'invalid_union') return undefined;
  return issue.errors.flat().map(ownMessage).find(Boolean);
}

/** Default messages of Zod are for programmers. */
function isOfZod({ message }: z.core.$ZodIssue): boolean {
  return /^(Invalid|Too (small|big)|Unrecognized)\b/.test(message);
}
