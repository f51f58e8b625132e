import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isBusinessId } from '@directory/domain';
import { createQueue } from '@directory/domain/shared/concurrency';
import type { DirectoryViews } from '@directory/projections';
import type { Clock } from '../clock.ts';
import type { CreatePageRenderer, PageAddress, PageRenderer } from '../contracts/page-renderer.ts';
import type { SiteResponse } from '../contracts/site.ts';
import type { RateLimit } from '../http/middleware/rate-limit.ts';
import { snapshotOf, type Cacheable, type Snapshot } from '../http/snapshot.ts';
import type { ListingQueries } from './listing-queries.ts';
import { versionedCache } from './caching.ts';
import type { PublicPlaces } from './public-places.ts';

type RenderedPagesDeps = {
  readonly renderer: PageRenderer;
  readonly queries: Pick<ListingQueries, 'getPublic'>;
  readonly readPlaces: () => Promise<PublicPlaces>;
  readonly views: Pick<DirectoryViews, 'approvedList'>;
  readonly clock: Clock;
  readonly describeSite: () => SiteResponse;
  /** Limits the pages that are rendered for one client; cached ones are not counted. */
  readonly limit: RateLimit;
};

/** The browser has to render the page: too many were rendered for its client, or too many wait. */
export class TooManyPages extends Error {}

type PageRequest = PageAddress & {
  /** The query string. */
  readonly search: string;
  /** The address of the client. */
  readonly client: string;
};

export type FoundPage = {
  readonly status: 200 | 404 | 503;
  readonly page: Snapshot;
  readonly cacheable?: Cacheable;
};

/** So many pages take some twenty megabytes at most. */
const maxPages = 300;

/** The length of a query of about 50 places: rendering 500 takes as long as 40 other pages, so browsers render longer lists. */
const maxSavedQuery = 1_500;

/** So many pages wait for less than a second. */
const maxWaiting = 30;
/** A server renders for a fifth of its time at most: after a step of 5 ms it answers other requests for 20 ms. */
const restFactor = 4;

/** Makes a page; or a part of it, and returns the next step. */
type Step = () => string | Step;

const homePaths: ReadonlySet<string> = new Set(['/', '/main']);

/**
 * Finds the server-rendered page of an address. Public pages are cached until a change, except for those that only one visitor may
 * request. Visits do not render them again. @throws TooManyPages
 */
export function renderedPages(deps: RenderedPagesDeps) {
  const { renderer, queries, readPlaces, views, clock, describeSite, limit } = deps;
  const list = { view: views.approvedList.name };
  const cached = versionedCache<Snapshot>(maxPages);
  const queue = createQueue({ maxWaiting, full: () => new TooManyPages() });
  let restsUntil = 0;
  const take = async (step: Step) => {
    const rest = restsUntil - performance.now();
    if (rest > 0) await wait(rest);
    const begun = performance.now();
    const made = step();
    const ended = performance.now();
    restsUntil = ended + restFactor * (ended - begun);
    return made;
  };
  const render = async (client: string, first: Step) => {
    if ((await limit(client)) > 0) throw new TooManyPages();
    return queue(async () => {
      let made = await take(first);
      while (typeof made !== 'string') made = await take(made);
      return snapshotOf(made);
    });
  };
  const missing = async (name: string, page: () => string): Promise<FoundPage> => ({
    status: 404,
    page: await cached(name, null, () => snapshotOf(page())),
  });
  return async ({ origin, path, search, client }: PageRequest): Promise<FoundPage> => {
    const address = { origin, path };
    const site = describeSite();
    const renderOnce = (version: unknown, step: Step, key = '') =>
      cached(`${origin} ${path}${key}`, version, () => render(client, step));
    const route = withoutSlash(path);
    if (homePaths.has(route)) {
      const content = await readPlaces();
      const query = renderer.homeQuery(search);
      const now = clock();
      const shown = { ...address, ...content, places: content.outward, query, site, now };
      const step = () => renderer.homePage(shown);
      if (!renderer.isCommon(query)) return found(await render(client, step));
      const minute = renderer.dependsOnTime(query) ? now.toISOString().slice(0, 16) : '';
      const page = await renderOnce(content, step, `${query} ${minute} ${site.currentYear}`);
      return found(page, { address: route + query, sources: [list] });
    }
    // Places saved on a device, or shared by their ids.
    if (route === '/saved') {
      const content = await readPlaces();
      const query = renderer.savedQuery(search);
      if (query.length > maxSavedQuery) throw new TooManyPages();
      const step = () => renderer.savedPage({ ...address, ...content, query, site });
      const key = ` ${site.currentYear}`;
      return found(await (query ? render(client, step) : renderOnce(content, step, key)));
    }
    const fixed = { address: route, sources: [] };
    if (route === '/data')
      return found(await renderOnce(null, () => renderer.dataPage(address)), fixed);
    if (route === '/privacy') {
      const step = () => renderer.privacyPage({ ...address, site });
      return found(await renderOnce(site.currentYear, step), fixed);
    }
    const [, id] = /^\/places\/([^/]+)$/.exec(route) ?? [];
    if (id === undefined) return missing('not found', renderer.notFoundPage);
    const shown = isBusinessId(id) ? await queries.getPublic(id) : null;
    if (!shown) return missing('hidden place', renderer.hiddenPlacePage);
    const { business: place } = shown;
    const version = JSON.stringify([place, site.currentYear]);
    const page = await renderOnce(version, () => renderer.placePage({ ...address, place, site }));
    return found(page, { address: route, sources: [{ ...list, id }] });
  };
}

/** A path in the form that the tables of paths have. */
export function withoutSlash(path: string): string {
  return path.replace(/(?<=[^/])\/$/, '');
}

export function found(page: Snapshot, cacheable?: Cacheable): FoundPage {
  return { status: 200, page, ...(cacheable && { cacheable }) };
}

/** The server bundle of the pages. */
type RendererModule = { readonly createPageRenderer: CreatePageRenderer };

/** The folder of the built files, and what renders the public pages. */
export type BuiltPages = { readonly folder: string; readonly renderer: PageRenderer };

/** Loads the pages below `dist`, the folder of all that is built; null where they are not built. */
export async function loadPages(dist: string): Promise<BuiltPages | null> {
  const program = join(dist, 'web-server', 'page-renderer.js');
  const folder = join(dist, 'web');
  const template = join(folder, 'index.html');
  if (!existsSync(program) || !existsSync(template)) return null;
  // A bundle has no types to import; it was compiled against the same contract.
  const { createPageRenderer } = (await import(pathToFileURL(program).href)) as RendererModule;
  const manifest = readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8');
  const renderer = createPageRenderer({
    template: readFileSync(template, 'utf8'),
    manifest: JSON.parse(manifest) as Parameters<CreatePageRenderer>[0]['manifest'],
    readStyleSheet: (address) => readFileSync(join(folder, address), 'utf8'),
  });
  return { folder, renderer };
}
