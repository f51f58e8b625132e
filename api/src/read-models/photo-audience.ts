import { readHistory, type DirectoryLog } from '@directory/domain';
import type { Listing } from '@directory/projections';
import * as z from 'zod';
import type { Viewer } from '../http/middleware/session.ts';
import type { ListingQueries } from './listing-queries.ts';
import { memoizeLatest, versionedCache } from './caching.ts';
import type { PublicPlaces } from './public-places.ts';

/** Whether everybody may see a photograph, only this viewer and some others, or not even the viewer. */
export type PhotoAudience = (name: string, viewer: Viewer) => Promise<'everybody' | 'some' | null>;

type PhotoAudienceDeps = {
  readonly log: Pick<DirectoryLog, 'stored' | 'personalData'>;
  readonly queries: Pick<ListingQueries, 'findListings' | 'listingsToken' | 'publicToken'>;
  readonly readPlaces: () => Promise<PublicPlaces>;
};

/** Everybody sees those of places; admins all, owners those of their listings, former ones included. */
export function photoAudience({ log, queries, readPlaces }: PhotoAudienceDeps): PhotoAudience {
  const publicPhotos = memoizeLatest(
    async () => ({ key: await queries.publicToken() }),
    async () => new Set((await readPlaces()).places.map(({ imagePath }) => idOf(imagePath))),
  );

  const ofListings = versionedCache<ReadonlySet<string>>(5_000);
  const ofOwners = versionedCache<ReadonlySet<string>>(500);

  const photosOf = ({ id, revision }: Pick<Listing, 'id' | 'revision'>) =>
    ofListings(id, revision, async () => {
      const { history } = await readHistory(log, id);
      return new Set(history.flatMap(({ data }) => photosIn(data)));
    });

  async function photosOfOwner(ownerId: string): Promise<ReadonlySet<string>> {
    const photos = new Set<string>();
    for (const deleted of [false, true])
      for (const listing of await queries.findListings({ ownerId, deleted }))
        for (const photo of await photosOf(listing)) photos.add(photo);
    return photos;
  }

  async function isOwn(id: string, ownerId: string): Promise<boolean> {
    const version = await queries.listingsToken();
    return (await ofOwners(ownerId, version, () => photosOfOwner(ownerId))).has(id);
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
