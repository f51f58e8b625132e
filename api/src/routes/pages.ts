import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { isBusinessId } from '@directory/domain';
import { notFound, RequestProblem } from '../errors.ts';
import type { ListingQueries } from '../queries/listing-queries.ts';

type PageDeps = {
  /** The folder of the built pages; null where only the API is served. */
  readonly webRoot: string | null;
  readonly queries: Pick<ListingQueries, 'getPublic'>;
};

const pagePaths: ReadonlySet<string> = new Set([
  '/',
  '/main',
  '/login',
  '/user/register',
  '/user/userlogin',
  '/user/dashboard',
  '/form',
  '/my-analytics',
  '/admin',
  '/adminDashboard',
  '/adminDashboard/review',
  '/adminDashboard/deleted',
  '/business-list',
]);
const yearMs = 365 * 24 * 3_600_000;

/** Everything that no route answered: the pages and their files. */
export function pages({ webRoot, queries }: PageDeps): Middleware {
  if (webRoot === null) return (ctx) => Promise.reject(unanswered(ctx));
  const html = readFileSync(join(webRoot, 'index.html'), 'utf8');
  return async (ctx) => {
    if (!isReading(ctx) || /^\/(api|uploads)(\/|$)/.test(ctx.path)) throw unanswered(ctx);
    if (/\.\w+$/.test(ctx.path)) await sendFile(ctx, webRoot);
    else sendPage(ctx, html, await hasPage(ctx.path, queries));
  };
}

/** An unknown address shows the same page, which says so, and the status says it to programs. */
function sendPage(ctx: Context, html: string, isKnown: boolean): void {
  ctx.status = isKnown ? 200 : 404;
  ctx.set('Cache-Control', 'no-cache');
  ctx.type = 'text/html';
  ctx.body = html;
}

async function hasPage(path: string, queries: PageDeps['queries']): Promise<boolean> {
  const plain = path.replace(/(?<=.)\/$/, '');
  if (pagePaths.has(plain) || /^\/(my-businesses|adminDashboard\/history)\/[^/]+$/.test(plain))
    return true;
  const [, id = ''] = /^\/places\/([^/]+)$/.exec(plain) ?? [];
  return isBusinessId(id) && (await queries.getPublic(id)) !== null;
}

/** What has a hash in its name is never changed, so browsers need to ask only once. */
async function sendFile(ctx: Context, root: string): Promise<void> {
  const isHashed = ctx.path.startsWith('/assets/');
  ctx.set('Cache-Control', isHashed ? `public, max-age=${yearMs / 1000}, immutable` : 'no-cache');
  ctx.vary('Accept-Encoding');
  const sent = await send(ctx, ctx.path, { root }).catch(unlessClientError);
  if (sent !== undefined) return;
  ctx.remove('Cache-Control');
  throw notFound();
}

/** A file that is not there, or a path that leads out of the folder: which of them is nobody's business. */
function unlessClientError(error: unknown): undefined {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  if (typeof status !== 'number' || status >= 500) throw error;
}

function isReading({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD';
}

function unanswered(ctx: Context): RequestProblem {
  const isApi = /^\/api(\/|$)/.test(ctx.path);
  if (isApi || isReading(ctx)) return notFound();
  return new RequestProblem({
    status: 405,
    type: 'method-not-allowed',
    message: 'This can only be read.',
    headers: { Allow: 'GET, HEAD' },
  });
}
