import type { BusinessId } from '@directory/domain';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import type { PageAddress, PageRenderer } from '../contracts/page-renderer.ts';
import type { SiteResponse } from '../contracts/site.ts';
import { snapshotOf, type Snapshot } from '../http/snapshot.ts';
import { versionedCache } from './versioned-cache.ts';
import type { ListingQueries, PublicListing } from './listing-queries.ts';
import { memoizeByKey } from './memoize-by-key.ts';
import { uncountedBusiness } from './present-business.ts';

export type FinishedPagesDeps = {
  readonly renderer: PageRenderer;
  readonly queries: Pick<ListingQueries, 'getPublic' | 'findPublic' | 'publicToken'>;
  readonly describeSite: () => SiteResponse;
};

/** The public pages as they are sent: each rendered once per change and kept. No visit makes a new one. */
export interface RenderedPages {
  /** `search` is the query as it was asked for. */
  readonly home: (address: PageAddress, search: string) => Promise<Snapshot>;
  /** Null where visitors may see nothing. */
  readonly place: (address: PageAddress, id: BusinessId) => Promise<Snapshot | null>;
  readonly notFound: () => Promise<Snapshot>;
  readonly hiddenPlace: () => Promise<Snapshot>;
}

/** Some twenty megabytes at the most. */
const maxPages = 300;

export function renderedPages({
  renderer,
  queries,
  describeSite,
}: FinishedPagesDeps): RenderedPages {
  const kept = versionedCache<Snapshot>(maxPages);
  const readContent = memoizeByKey(
    async () => ({ key: `${await queries.publicToken()} ${describeSite().currentYear}` }),
    async () => ({ site: describeSite(), places: (await queries.findPublic()).map(uncounted) }),
  );
  return {
    async home({ origin, path }, search) {
      const content = await readContent();
      const query = renderer.homeQuery(search);
      return kept(`${origin} ${path}${query}`, content, () =>
        render(renderer.homePage({ origin, path, query, ...content })),
      );
    },
    async place({ origin, path }, id) {
      const shown = await queries.getPublic(id);
      if (!shown) return null;
      const content = { place: uncounted(shown), site: describeSite() };
      const version = JSON.stringify([content.place, content.site.currentYear]);
      return kept(`${origin} ${path}`, version, () =>
        render(renderer.placePage({ origin, path, ...content })),
      );
    },
    notFound: () => kept('not found', null, () => render(renderer.notFoundPage())),
    hiddenPlace: () => kept('hidden place', null, () => render(renderer.hiddenPlacePage())),
  };
}

function uncounted({ listing, approved }: PublicListing): BusinessWithoutStats {
  return uncountedBusiness(listing, approved);
}

function render(html: string): Promise<Snapshot> {
  return snapshotOf(Buffer.from(html));
}
