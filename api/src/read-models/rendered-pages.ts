import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BusinessId } from '@directory/domain';
import { createQueue } from '@directory/domain/shared/concurrency';
import type { Clock } from '../clock.ts';
import type { CreatePageRenderer, PageAddress, PageRenderer } from '../contracts/page-renderer.ts';
import type { SiteResponse } from '../contracts/site.ts';
import type { RateLimit } from '../http/middleware/rate-limit.ts';
import { snapshotOf, type Snapshot } from '../http/snapshot.ts';
import type { ListingQueries } from './listing-queries.ts';
import { versionedCache } from './caching.ts';
import { uncountedBusiness } from './present-business.ts';
import type { PublicPlaces } from './public-places.ts';

export type RenderedPagesDeps = {
  readonly renderer: PageRenderer;
  readonly queries: Pick<ListingQueries, 'getPublic'>;
  readonly readPlaces: () => Promise<PublicPlaces>;
  readonly clock: Clock;
  readonly describeSite: () => SiteResponse;
  /** Limits the pages that are rendered for one client; cached ones are not counted. */
  readonly limit: RateLimit;
};

/** The browser has to render the page: too many were rendered for its client, or too many wait. */
export class TooManyPages extends Error {}

type PageRequest = PageAddress & {
  /** The address of the client. */
  readonly client: string;
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

/**
 * The server-rendered public pages, cached until a change, except for those that only one visitor may request. Visits do not render
 * them again. @throws TooManyPages
 */
export function renderedPages(deps: RenderedPagesDeps) {
  const { renderer, queries, readPlaces, clock, describeSite, limit } = deps;
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
  return {
    /**
     * `search` is the query string of the request. The query of the response is the shortest that leads to the same page; null
     * where only one visitor may ask for it.
     */
    async home({ origin, path, client }: PageRequest, search: string) {
      const content = await readPlaces();
      const site = describeSite();
      const query = renderer.homeQuery(search);
      const now = clock();
      const make = () =>
        render(client, () => {
          const shown = { ...content, site, places: content.outward };
          return renderer.homePage({ origin, path, query, now, ...shown });
        });
      if (!renderer.isCommon(query)) return { page: await make(), query: null };
      const minute = renderer.dependsOnTime(query) ? now.toISOString().slice(0, 16) : '';
      const key = `${origin} ${path}${query} ${minute} ${site.currentYear}`;
      return { page: await cached(key, content, make), query };
    },
    /** Places saved on a device, or shared by their ids. */
    async saved({ origin, path, client }: PageRequest, search: string): Promise<Snapshot> {
      const content = await readPlaces();
      const site = describeSite();
      const query = renderer.savedQuery(search);
      if (query.length > maxSavedQuery) throw new TooManyPages();
      const make = () =>
        render(client, () => renderer.savedPage({ origin, path, query, site, ...content }));
      return query ? make() : cached(`${origin} ${path} ${site.currentYear}`, content, make);
    },
    /** Null where visitors may see nothing. */
    async place({ origin, path, client }: PageRequest, id: BusinessId): Promise<Snapshot | null> {
      const shown = await queries.getPublic(id);
      if (!shown) return null;
      const content = {
        place: uncountedBusiness(shown.listing, shown.approved),
        site: describeSite(),
      };
      const version = JSON.stringify([content.place, content.site.currentYear]);
      return cached(`${origin} ${path}`, version, () =>
        render(client, () => renderer.placePage({ origin, path, ...content })),
      );
    },
    data: ({ origin, path, client }: PageRequest) =>
      cached(`${origin} ${path}`, null, () =>
        render(client, () => renderer.dataPage({ origin, path })),
      ),
    privacy({ origin, path, client }: PageRequest) {
      const site = describeSite();
      return cached(`${origin} ${path}`, site.currentYear, () =>
        render(client, () => renderer.privacyPage({ origin, path, site })),
      );
    },
    notFound: () => cached('not found', null, () => snapshotOf(renderer.notFoundPage())),
    hiddenPlace: () => cached('hidden place', null, () => snapshotOf(renderer.hiddenPlacePage())),
  };
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
