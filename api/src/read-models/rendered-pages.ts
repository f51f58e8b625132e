import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BusinessId } from '@directory/domain';
import type { Clock } from '../clock.ts';
import type { CreatePageRenderer, PageAddress, PageRenderer } from '../contracts/page-renderer.ts';
import type { SiteResponse } from '../contracts/site.ts';
import { snapshotOf, type Snapshot } from '../http/snapshot.ts';
import type { ListingQueries } from './listing-queries.ts';
import { memoizeLatest, versionedCache } from './memoize-latest.ts';
import { uncountedBusiness } from './present-business.ts';
import type { PublicPlaces } from './public-places.ts';

export type RenderedPagesDeps = {
  readonly renderer: PageRenderer;
  readonly queries: Pick<ListingQueries, 'getPublic' | 'publicToken'>;
  readonly readPlaces: () => Promise<PublicPlaces>;
  readonly clock: Clock;
  readonly describeSite: () => SiteResponse;
};

/** The server-rendered public pages, cached until a change. Visits do not render them again. */
export interface RenderedPages {
  /** `search` is the query string of the request. */
  readonly home: (address: PageAddress, search: string) => Promise<Snapshot>;
  /** Places saved on a device, or shared by their ids. */
  readonly saved: (address: PageAddress, search: string) => Promise<Snapshot>;
  /** Null where visitors may see nothing. */
  readonly place: (address: PageAddress, id: BusinessId) => Promise<Snapshot | null>;
  readonly data: (address: PageAddress) => Promise<Snapshot>;
  readonly notFound: () => Promise<Snapshot>;
  readonly hiddenPlace: () => Promise<Snapshot>;
}

/** Some twenty megabytes at the most. */
const maxPages = 300;

export function renderedPages({
  renderer,
  queries,
  readPlaces,
  clock,
  describeSite,
}: RenderedPagesDeps): RenderedPages {
  const cached = versionedCache<Snapshot>(maxPages);
  const readContent = memoizeLatest(
    async () => ({ key: `${await queries.publicToken()} ${describeSite().currentYear}` }),
    async () => ({ site: describeSite(), ...(await readPlaces()) }),
  );
  return {
    async home({ origin, path }, search) {
      const content = await readContent();
      const query = renderer.homeQuery(search);
      const now = clock();
      const minute = renderer.dependsOnTime(query) ? now.toISOString().slice(0, 16) : '';
      return cached(`${origin} ${path}${query} ${minute}`, content, () =>
        render(renderer.homePage({ origin, path, query, now, ...content })),
      );
    },
    async saved({ origin, path }, search) {
      const content = await readContent();
      const query = renderer.savedQuery(search);
      return cached(`${origin} ${path}${query}`, content, () =>
        render(renderer.savedPage({ origin, path, query, ...content })),
      );
    },
    async place({ origin, path }, id) {
      const shown = await queries.getPublic(id);
      if (!shown) return null;
      const content = {
        place: uncountedBusiness(shown.listing, shown.approved),
        site: describeSite(),
      };
      const version = JSON.stringify([content.place, content.site.currentYear]);
      return cached(`${origin} ${path}`, version, () =>
        render(renderer.placePage({ origin, path, ...content })),
      );
    },
    data: ({ origin, path }) =>
      cached(`${origin} ${path}`, null, () => render(renderer.dataPage({ origin, path }))),
    notFound: () => cached('not found', null, () => render(renderer.notFoundPage())),
    hiddenPlace: () => cached('hidden place', null, () => render(renderer.hiddenPlacePage())),
  };
}

function render(html: string): Promise<Snapshot> {
  return snapshotOf(Buffer.from(html));
}

/** The server bundle of the pages. */
type RendererModule = { readonly createPageRenderer: CreatePageRenderer };

/** Loads the renderer below `dist`, the folder of all that is built; null where the pages are not built. */
export async function loadPageRenderer(dist: string): Promise<PageRenderer | null> {
  const program = join(dist, 'web-server', 'page-renderer.js');
  const web = join(dist, 'web');
  const template = join(web, 'index.html');
  if (!existsSync(program) || !existsSync(template)) return null;
  // What is built apart cannot be imported with its types; it is compiled against the same contract.
  const { createPageRenderer } = (await import(pathToFileURL(program).href)) as RendererModule;
  const manifest = readFileSync(join(web, '.vite', 'manifest.json'), 'utf8');
  return createPageRenderer({
    template: readFileSync(template, 'utf8'),
    manifest: JSON.parse(manifest) as Parameters<CreatePageRenderer>[0]['manifest'],
    readStyleSheet: (address) => readFileSync(join(web, address), 'utf8'),
  });
}
