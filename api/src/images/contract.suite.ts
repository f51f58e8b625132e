import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ImagesUnavailable, isImageName, type ImageName, type ImageStore } from './image-store.ts';

/** An empty place for images, to which any number of stores can be opened. */
export type ImagePlace = {
  readonly open: () => Promise<ImageStore>;
  readonly remove: () => Promise<void>;
};

/** Holds an adapter to the promises of the port. */
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

    const holds = async (name: ImageName, image: Buffer) =>
      image.equals((await store.get(name)) ?? Buffer.alloc(0));

    test('a saved image comes back byte for byte', async () => {
      const image = randomBytes(300_000);
      await store.save(aName, image);
      expect(await holds(aName, image)).toBe(true);
    });

    test('an empty store has no image', async () => {
      expect(await store.get(aName)).toBeNull();
    });

    test('the copies of an image stand beside each other', async () => {
      await store.save(aName, Buffer.from('full'));
      await store.save(aSmallName, Buffer.from('small'));
      expect(await holds(aName, Buffer.from('full'))).toBe(true);
      expect(await holds(aSmallName, Buffer.from('small'))).toBe(true);
    });

    test('a name keeps its first bytes', async () => {
      await store.save(aName, Buffer.from('first'));
      await store.save(aName, Buffer.from('second'));
      expect(await holds(aName, Buffer.from('first'))).toBe(true);
    });

    test('an image saved many times at once is there once and whole', async () => {
      const image = randomBytes(100_000);
      const other = await place.open();
      await Promise.all([store, other, store, other].map((each) => each.save(aName, image)));
      await other.close();
      expect(await holds(aName, image)).toBe(true);
    });

    test('images outlive the store that took them', async () => {
      await store.save(aName, Buffer.from('kept'));
      await store.close();
      store = await place.open();
      expect(await holds(aName, Buffer.from('kept'))).toBe(true);
    });

    test('a store answers a ping until it is closed', async () => {
      await store.ping();
      await store.close();
      await expect(store.ping()).rejects.toThrow(ImagesUnavailable);
      await expect(store.get(aName)).rejects.toThrow(ImagesUnavailable);
      await expect(store.save(aName, Buffer.from('late'))).rejects.toThrow(ImagesUnavailable);
    });
  });
}

function imageName(text: string): ImageName {
  if (!isImageName(text)) throw new Error(`not the name of an image: ${text}`);
  return text;
}

const aName = imageName('0123456789abcdef0123456789abcdef.webp');
const aSmallName = imageName('0123456789abcdef0123456789abcdef-200.webp');
