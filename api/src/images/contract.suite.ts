import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImagesUnavailable, isImageName, type ImageName, type ImageStore } from './image-store.ts';

/** An empty image database or folder, in which any number of stores can be opened. */
export type ImagePlace = {
  readonly open: () => Promise<ImageStore>;
  readonly remove: () => Promise<void>;
};

/** Tests every guarantee of the port on an adapter. */
export function describeImageStore(adapter: string, newPlace: () => Promise<ImagePlace>): void {
  describe(`the images in ${adapter}`, () => {
    let place: ImagePlace;
    let store: ImageStore;

    beforeEach(async () => {
      place = await newPlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    const contains = async (name: ImageName, image: Buffer) =>
      image.equals((await store.get(name)) ?? Buffer.alloc(0));

    test('get returns the saved bytes', async () => {
      const image = randomBytes(300_000);
      await store.save(aName, image);
      expect(await contains(aName, image)).toBe(true);
    });

    test('get returns null for an unknown name', async () => {
      expect(await store.get(aName)).toBeNull();
    });

    test('the copies of an image are saved beside each other', async () => {
      await store.save(aName, Buffer.from('full'));
      await store.save(aSmallName, Buffer.from('small'));
      expect(await contains(aName, Buffer.from('full'))).toBe(true);
      expect(await contains(aSmallName, Buffer.from('small'))).toBe(true);
    });

    test('saving a name again changes nothing', async () => {
      await store.save(aName, Buffer.from('first'));
      await store.save(aName, Buffer.from('second'));
      expect(await contains(aName, Buffer.from('first'))).toBe(true);
    });

    test('concurrent saves of one image store it whole', async () => {
      const image = randomBytes(100_000);
      const other = await place.open();
      await Promise.all([store, other, store, other].map((each) => each.save(aName, image)));
      await other.close();
      expect(await contains(aName, image)).toBe(true);
    });

    test('images survive closing and reopening the store', async () => {
      await store.save(aName, Buffer.from('saved'));
      await store.close();
      store = await place.open();
      expect(await contains(aName, Buffer.from('saved'))).toBe(true);
    });

    test('remove removes an image, and nothing where there is none', async () => {
      await store.save(aName, Buffer.from('full'));
      await store.save(aSmallName, Buffer.from('small'));
      await store.remove(aName);
      await store.remove(aName);
      expect(await store.get(aName)).toBeNull();
      expect(await contains(aSmallName, Buffer.from('small'))).toBe(true);
      await store.save(aName, Buffer.from('again'));
      expect(await contains(aName, Buffer.from('again'))).toBe(true);
    });

    test('ping, get and save throw ImagesUnavailable after close', async () => {
      await store.ping();
      await store.close();
      await expect(store.ping()).rejects.toThrow(ImagesUnavailable);
      await expect(store.get(aName)).rejects.toThrow(ImagesUnavailable);
      await expect(store.save(aName, Buffer.from('late'))).rejects.toThrow(ImagesUnavailable);
    });
  });
}

function imageName(text: string): ImageName {
  if (!isImageName(text)) throw new Error(`not an image name: ${text}`);
  return text;
}

const aName = imageName('0123456789abcdef0123456789abcdef.webp');
const aSmallName = imageName('0123456789abcdef0123456789abcdef-200.webp');
