import { businessStream, type DirectoryLog } from '@directory/domain';
import * as z from 'zod';
import type { Viewer } from '../http/middleware/session.ts';
import type { ListingQueries } from './listing-queries.ts';
import { memoizeLatest } from './memoize-latest.ts';
import type { PublicPlaces } from './public-places.ts';

/** Whether everybody may see a photograph, only this viewer and some others, or not even the viewer. */
export type PhotoAudience = (name: string, viewer: Viewer) => Promise<'everybody' | 'some' | null>;

type PhotoAudienceDeps = {
  readonly log: Pick<DirectoryLog, 'readStream'>;
  readonly queries: Pick<ListingQueries, 'findListings' | 'publicToken'>;
  readonly readPlaces: () => Promise<PublicPlaces>;
};

/** Everybody sees those of places; admins all, owners those of their listings, former ones included. */
export function photoAudience({ log, queries, readPlaces }: PhotoAudienceDeps): PhotoAudience {
  const publicPhotos = memoizeLatest(
    async () => ({ key: await queries.publicToken() }),
    async () => new Set((await readPlaces()).places.map(({ imagePath }) => idOf(imagePath))),
  );

  async function isOwn(id: string, ownerId: string): Promise<boolean> {
    const listings = [
      ...(await queries.findListings({ ownerId })),
      ...(await queries.findListings({ ownerId, deleted: true })),
    ];
    if (listings.some(({ imagePath }) => idOf(imagePath) === id)) return true;
    for (const listing of listings) {
      const events = await log.readStream(businessStream(listing.id));
      if (events.some(({ data }) => photosIn(data).includes(id))) return true;
    }
    return false;
  }

  return async (name, viewer) => {
    const id = idOf(name);
    if ((await publicPhotos()).has(id)) return 'everybody';
    if (viewer.role === 'admin') return 'some';
    return viewer.role === 'user' && (await isOwn(id, viewer.id)) ? 'some' : null;
  };
}

const photographed = z.object({ imagePath: z.string().nullish() }).optional();
const listingData = z.object({ details: photographed, changes: photographed });

function photosIn(data: unknown): readonly string[] {
  const { details, changes } = listingData.parse(data);
  return [details, changes].map((each) => idOf(each?.imagePath ?? null));
}

/** The hash, which its smaller copies share. */
function idOf(name: string | null): string {
  return name?.slice(0, 32) ?? '';
}
