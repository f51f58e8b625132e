import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import { isBusinessId } from '@directory/domain';
import type { PageRenderer } from '../contracts/page-renderer.ts';
import { notFound, RequestProblem } from '../http/errors.ts';
import {
  renderedPages,
  TooManyPages,
  type RenderedPagesDeps,
} from '../read-models/rendered-pages.ts';
import { sendSnapshot, snapshotOf, type Snapshot } from '../http/snapshot.ts';
import { siteOrigin } from './site.ts';

export type PageDeps = Omit<RenderedPagesDeps, 'renderer'> & {
  /** The folder of the built pages; null where only the API is served. */
  readonly webRoot: string | null;
  /** Null to render all pages in the browser. */
  readonly renderer: PageRenderer | null;
  /** Null if unknown: then the address that the client used. */
  readonly publicUrl: string | null;
};

const homePaths: ReadonlySet<string> = new Set(['/', '/main']);
/** Rendered in the browser, as they depend on the session. */
const ownPaths: ReadonlySet<string> = new Set([
  '/login',
  '/user/register',
  '/user/userlogin',
  '/user/dashboard',
  '/account',
  '/form',
  '/my-analytics',
  '/admin',
  '/adminDashboard',
  '/adminDashboard/review',
  '/adminDashboard/deleted',
  '/adminDashboard/as-of',
  '/adminDashboard/audit',
  '/adminDashboard/operations',
  '/business-list',
]);
/** For its owner and admins. */
const pastPlace = /^\/places\/[^/]+\/as-of$/;
const yearMs = 365 * 24 * 3_600_000;

/** Answers what no route matches: the pages and their files. */
export function pages(deps: PageDeps): Middleware {
  const { webRoot } = deps;
  if (webRoot === null) return (ctx) => Promise.reject(unanswered(ctx));
  const findPage = pageFinder(deps, readFileSync(join(webRoot, 'index.html'), 'utf8'));
  return async (ctx) => {
    if (!isReading(ctx) || /^\/(api|uploads)(\/|$)/.test(ctx.path)) throw unanswered(ctx);
    if (/\.\w+$/.test(ctx.path)) return sendFile(ctx, webRoot);
    const { status, page } = await findPage(ctx);
    sendSnapshot(ctx, page, { type: 'html', status });
  };
}

type FoundPage = { readonly status: 200 | 404; readonly page: Snapshot };

function pageFinder(deps: PageDeps, html: string): (ctx: Context) => Promise<FoundPage> {
  const { publicUrl, renderer } = deps;
  const shell = snapshotOf(html);
  const shells = new Map(
    Object.entries(renderer?.shells ?? {}).map(([path, own]) => [path, snapshotOf(own)]),
  );
  const rendered = renderedPages({ ...deps, renderer: renderer ?? emptyPages(html) });
  const findRendered = async (ctx: Context, path: string): Promise<FoundPage> => {
    const request = { origin: siteOrigin(ctx, publicUrl), path: ctx.path, client: ctx.ip };
    if (homePaths.has(path)) return found(await rendered.home(request, ctx.search));
    if (path === '/saved') return found(await rendered.saved(request, ctx.search));
    if (path === '/data') return found(await rendered.data(request));
    if (path === '/privacy') return found(await rendered.privacy(request));
    const [, id] = /^\/places\/([^/]+)$/.exec(path) ?? [];
    if (id === undefined) return { status: 404, page: await rendered.notFound() };
    const place = isBusinessId(id) ? await rendered.place(request, id) : null;
    return place ? found(place) : { status: 404, page: await rendered.hiddenPlace() };
  };
  return async (ctx) => {
    const path = ctx.path.replace(/(?<=.)\/$/, '');
    if (pastPlace.test(path)) ctx.set('X-Robots-Tag', 'noindex');
    if (isOwnPath(path)) return found(await (shells.get(path) ?? shell));
    try {
      return await findRendered(ctx, path);
    } catch (error) {
      if (error instanceof TooManyPages) return found(await shell);
      throw error;
    }
  };
}

function found(page: Snapshot): FoundPage {
  return { status: 200, page };
}

function isOwnPath(path: string): boolean {
  return (
    ownPaths.has(path) ||
    pastPlace.test(path) ||
    /^\/(my-businesses|adminDashboard\/(history|correct))\/[^/]+$/.test(path)
  );
}

/** The same document for every address, rendered in the browser. */
function emptyPages(html: string): PageRenderer {
  const page = () => html;
  return {
    homeQuery: () => '',
    isCommon: () => true,
    dependsOnTime: () => false,
    homePage: page,
    savedQuery: () => '',
    savedPage: page,
    dataPage: page,
    privacyPage: page,
    placePage: page,
    notFoundPage: page,
    hiddenPlacePage: page,
    shells: {},
    inline: { styles: [], scripts: [] },
  };
}

/** Files with a hash in their name never change, so they are cached for good. */
async function sendFile(ctx: Context, root: string): Promise<void> {
  const isHashed = ctx.path.startsWith('/assets/');
  ctx.set('Cache-Control', isHashed ? `public, max-age=${yearMs / 1000}, immutable` : 'no-cache');
  ctx.vary('Accept-Encoding');
  const sent = await send(ctx, ctx.path, { root }).catch(unlessClientError);
  if (sent !== undefined) return;
  ctx.set('Cache-Control', 'no-store');
  throw notFound();
}

/** Treats a missing file and a path outside the folder alike. */
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
    message: 'Method not allowed.',
    headers: { Allow: 'GET, HEAD' },
  });
}
