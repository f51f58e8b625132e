import { readHistory } from '@directory/domain';
import type { Listing } from '@directory/projections';
import { LRUCache } from 'lru-cache';
import { notFound } from '../http/errors.ts';
import type { Viewer } from '../http/middleware/session.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { isNotModified } from '../http/snapshot.ts';
import { isImageName, type ImageName, type ImageStore } from '../images/image-store.ts';
import { photoIn } from '../images/replaced-photos.ts';
import { imageReader, type FoundImage } from '../images/save-image.ts';
import { memoizeLatest, versionedCache } from '../read-models/caching.ts';
import type { Services } from './services.ts';

const noSuchImage = 'There is no such image.';

type UploadDeps = { readonly images: ImageStore; readonly audience: PhotoAudience };

/** The images of listings. The content of a name never changes, so browsers cache those of public places for good. */
export function uploadRoutes({ images, audience }: UploadDeps): readonly Route[] {
  const readImage = imageReader(images);
  const share = bytesInUse();
  return [
    defineRoute('GET /uploads/:name', {
      operationId: 'getImage',
      summary:
        'Get an image of a listing; it never changes. Those of hidden listings are for their owner and admins',
      access: 'public',
      response: { description: 'The image', type: 'image/webp' },
      otherResponses: { 304: { description: 'Not changed' } },
      problems: [404],
      async handle(ctx, { viewer }) {
        const name = ctx.params['name'] ?? '';
        if (!isImageName(name)) throw notFound(noSuchImage);
        const seenBy = await audience(name, viewer);
        const image = seenBy && (await readImage(name));
        if (!image) throw notFound(noSuchImage);
        const forAll =
          image.name === name ? 'public, max-age=31536000, immutable' : 'public, no-cache';
        ctx.set({
          'Cache-Control': seenBy === 'everybody' ? forAll : 'private, no-store',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        });
        if (isNotModified(ctx, `"${image.name}"`)) return;
        ctx.type = 'image/webp';
        ctx.body = share(image);
      },
    }),
  ];
}

/**
 * Returns the bytes of an earlier answer with the same image, if it still needs them: clients on slow networks would otherwise
 * each take up the memory of a photograph.
 */
export function bytesInUse() {
  const used = new LRUCache<ImageName, WeakRef<Buffer>>({ max: 1_000 });
  return ({ name, bytes: { buffer, byteOffset, byteLength } }: FoundImage): Buffer => {
    const earlier = used.get(name)?.deref();
    if (earlier) return earlier;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    used.set(name, new WeakRef(bytes));
    return bytes;
  };
}

/** Whether everybody may see a photograph, this viewer and some others, or (null) not even the viewer. */
type PhotoAudience = (name: string, viewer: Viewer) => Promise<'everybody' | 'some' | null>;

/** Everybody sees the photographs of public places, owners also those that their listings have or had, admins all. */
export function photoAudience({ log, queries, readPlaces }: Services): PhotoAudience {
  const publicPhotos = memoizeLatest(
    () => queries.publicToken(),
    async () => new Set((await readPlaces()).places.map(({ imagePath }) => idOf(imagePath))),
  );

  const ofListings = versionedCache<ReadonlySet<string>>(5_000);
  const ofOwners = versionedCache<ReadonlySet<string>>(500);

  const photosOf = ({ id, revision }: Pick<Listing, 'id' | 'revision'>) =>
    ofListings(id, revision, async () => {
      const { history } = await readHistory(log, id);
      return new Set(history.map(({ data }) => idOf(photoIn(data) ?? null)));
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

/** The hash in the name of an image, which its smaller copies share. */
function idOf(name: string | null): string {
  return name?.slice(0, 32) ?? '';
}
