import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Outage } from '@directory/domain/event-store';
import type { Context, Middleware } from 'koa';
import { notFound, RequestProblem, unavailable } from '../http/errors.ts';
import { pagePolicy } from '../http/middleware/security-headers.ts';
import { sendSnapshot, snapshotOf, type Snapshot, etagOf } from '../http/snapshot.ts';
import { versionedCache } from '../read-models/caching.ts';
import {
  found,
  renderedPages,
  TooManyPages,
  withoutSlash,
  type BuiltPages,
  type FoundPage,
} from '../read-models/rendered-pages.ts';
import type { Services } from './services.ts';
import { siteOrigin } from './site.ts';

/** `limit` counts the pages that are rendered for a client; cached ones are not counted. */
type PageDeps = Services & BuiltPages;

/** The template of all pages, which is not a page itself. */
const template = '/index.html';
/** A place as it was, which only its owner and admins see. */
const pastPlace = /^\/places\/[^/]+\/as-of$/;
const yearMs = 365 * 24 * 3_600_000;

/** Refuses the requests that no route matches, where the pages are not built. */
export const noPages: Middleware = (ctx) => Promise.reject(unanswered(ctx));

/** Answers the requests that no route matches: for pages and their files. */
export function pages(deps: PageDeps): Middleware {
  const { config, folder, renderer } = deps;
  const policy = pagePolicy(config.site.tileUrl, renderer.inline);
  const files = readStaticFiles(folder);
  files.delete(template);
  const findPage = pageFinder(deps);
  return async (ctx) => {
    if (!isReading(ctx) || /^\/(api|uploads)(\/|$)/.test(ctx.path)) throw unanswered(ctx);
    const isFile = /\.\w+$/.test(ctx.path) && (files.has(ctx.path) || !isNavigation(ctx));
    if (isFile) {
      sendFile(ctx, files.get(ctx.path));
      return;
    }
    ctx.set('Content-Security-Policy', policy);
    const { status, page, cacheable } = await findPage(ctx);
    sendSnapshot(ctx, page, { type: 'html', status, cacheable });
  };
}

function pageFinder(deps: PageDeps): (ctx: Context) => Promise<FoundPage> {
  const { publicUrl, renderer, describeSite } = deps;
  const cached = versionedCache<Snapshot>(1);
  const shell = () => {
    const site = describeSite();
    return cached('shell', site.currentYear, () => snapshotOf(renderer.shell(site)));
  };
  const accountPages = new Map(
    Object.entries(renderer.accountPages).map(([path, page]) => [path, snapshotOf(page)]),
  );
  const ofBrowser = renderer.browserPaths.map(patternOf);
  const findRendered = renderedPages(deps);
  return async (ctx) => {
    const route = withoutSlash(ctx.path);
    if (pastPlace.test(route)) ctx.set('X-Robots-Tag', 'noindex');
    const fixed =
      accountPages.get(route) ?? (renderer.browserPaths.includes(route) ? shell() : null);
    if (fixed) return found(await fixed, { address: route, sources: [] });
    if (ofBrowser.some((pattern) => pattern.test(route))) return found(await shell());
    try {
      const { path, search, ip: client } = ctx;
      return await findRendered({ origin: siteOrigin(ctx, publicUrl), path, search, client });
    } catch (error) {
      if (error instanceof TooManyPages) return found(await shell());
      if (!(error instanceof Outage)) throw error;
      // The browser then loads the page itself, and shows a button to try again where it cannot.
      deps.report(error);
      ctx.set(unavailable().headers);
      return { status: 503, page: await shell() };
    }
  };
}

/** Matches paths of this form, in which `:id` stands for any segment. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

/** Files with a hash in their name never change, so they are cached for good. */
function sendFile(ctx: Context, file: Snapshot | undefined): void {
  if (!file) throw notFound();
  const isHashed = ctx.path.startsWith('/assets/');
  sendSnapshot(ctx, file, {
    type: extname(ctx.path),
    ...(isHashed && { cacheControl: `public, max-age=${yearMs / 1000}, immutable` }),
    cacheable: { address: ctx.path, sources: [] },
  });
}

/** Whether a person opens the address, who should get a page and no problem document: what a page loads accepts other types. */
export function isNavigation(ctx: Context): boolean {
  return ctx.get('Accept').includes('text/html');
}

function isReading({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD';
}

function unanswered(ctx: Context): RequestProblem {
  const isApi = /^\/api(\/|$)/.test(ctx.path);
  if (isApi || isReading(ctx)) return notFound();
  return new RequestProblem(405, 'method-not-allowed', 'Method not allowed.', {
    headers: { Allow: 'GET, HEAD' },
  });
}

/** The files below a folder by path, such as /icon.svg, with the compressed forms beside them. Hidden files are left out. */
function readStaticFiles(root: string): Map<string, Snapshot> {
  const files = new Map<string, Snapshot>();
  const found = readdirSync(root, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of found.filter((entry) => entry.isFile())) {
    const file = join(parentPath, name);
    const path = file.slice(root.length).replaceAll('\\', '/');
    if (!/\/\.|\.(br|gz)$/.test(path)) files.set(path, snapshotOfFile(file));
  }
  return files;
}

function snapshotOfFile(file: string): Snapshot {
  const plain = readFileSync(file);
  const beside = (suffix: string) =>
    existsSync(file + suffix) ? readFileSync(file + suffix) : null;
  return { etag: etagOf(plain), plain, br: beside('.br'), gzip: beside('.gz') };
}
