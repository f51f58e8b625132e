import type { TextSearch } from '@directory/domain/search';
import { textSearch } from '@directory/domain/search/text';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import type { ListingQueries } from './listing-queries.ts';
import { memoizeLatest } from './memoize-latest.ts';
import { uncountedBusiness } from './present-business.ts';

/** What visitors may see, the newest approval first, and its search. */
export type PublicPlaces = {
  readonly places: readonly BusinessWithoutStats[];
  readonly search: TextSearch<BusinessWithoutStats>;
};

/** Made once per change of the list, for pages and API alike. */
export function publicPlaces(
  queries: Pick<ListingQueries, 'findPublic' | 'publicToken'>,
): () => Promise<PublicPlaces> {
  return memoizeLatest(
    async () => ({ key: await queries.publicToken() }),
    async () => {
      const listed = await queries.findPublic();
      const places = listed.map(({ listing, approved }) => uncountedBusiness(listing, approved));
      return { places, search: textSearch(places) };
    },
  );
}
