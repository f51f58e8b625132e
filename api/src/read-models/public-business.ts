import type { BusinessId } from '@directory/domain';
import { cachedByToken } from './cached-by-token.ts';
import type { ListingQueries } from './listing-queries.ts';
import { publicBusiness, withAlias } from './present-business.ts';
import { toStatsResponse } from './visit-counts.ts';

/** A business as visitors see it, in JSON, with exact counts; null where there is none for them. */
export type PublicBusinessAnswer = (id: BusinessId) => Promise<string | null>;

/** Made anew only when a listing or a count may have changed. */
export function publicBusinessAnswers(queries: ListingQueries): PublicBusinessAnswer {
  return cachedByToken(
    async () => `${await queries.publicToken()} ${await queries.visitsToken()}`,
    async (id) => {
      const shown = await queries.getPublic(id);
      if (!shown) return null;
      const counts = toStatsResponse(await queries.getVisits(id));
      return JSON.stringify(withAlias(publicBusiness(shown.listing, shown.approved, counts)));
    },
  );
}
