import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { photo } from '../testing/images.ts';
import {
  ImagesUnavailable,
  imageName,
  namesOfImage,
  openDiskImages,
  type ImageStore,
} from './image-store.ts';
import { imageReader } from './save-image.ts';

const id = 'a'.repeat(32);
const original = imageName(id);
let folder: string;
let images: ImageStore;
/** The names that were saved, in order. */
let saved: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'image-copies-'));
  const disk = openDiskImages({ folder });
  await disk.save(original, await photo(900, 600).webp().toBuffer());
  saved = [];
  images = {
    ...disk,
    async save(name, bytes) {
      saved.push(name);
      await disk.save(name, bytes);
    },
  };
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a missing copy of a stored image is made and saved when it is first read', async () => {
  const name = imageName(id, 320);
  const read = imageReader(images);
  const found = await read(name);
  expect(found?.name).toBe(name);
  expect(await sharp(found?.bytes).metadata()).toMatchObject({ format: 'webp', width: 320 });
  expect(await images.get(name)).toEqual(found?.bytes);
  expect(await read(name)).toEqual(found);
  expect(saved).toEqual([name]);
});

test('a copy that many read at the same time is made once', async () => {
  const name = imageName(id, 750);
  const read = imageReader(images);
  const found = await Promise.all([read(name), read(name), read(name)]);
  expect(new Set(found.map((image) => image?.bytes)).size).toBe(1);
  expect(saved).toEqual([name]);
});

test('copies beyond maxMaking are answered with the image itself and made later', async () => {
  const read = imageReader(images, 1);
  const [small, medium] = [imageName(id, 320), imageName(id, 750)];
  const found = await Promise.all([read(small), read(medium)]);
  expect(found.filter((image) => image?.name === original)).toHaveLength(1);
  for (const name of [small, medium]) expect((await read(name))?.name).toBe(name);
  expect(saved.toSorted()).toEqual([small, medium].toSorted());
});

test('a copy is removed again when its image was erased while it was made', async () => {
  const name = imageName(id, 320);
  const read = imageReader({
    ...images,
    async save(...copy) {
      for (const each of namesOfImage(original)) await images.remove(each);
      await images.save(...copy);
    },
  });
  await read(name);
  expect(saved).toEqual([name]);
  expect(readdirSync(folder)).toEqual([]);
});

test('copies in the widths of release 1.0.0 are read and not made', async () => {
  const [stored, missing] = [imageName(id, 640), imageName(id, 200)];
  await images.save(stored, Buffer.from('small'));
  const read = imageReader(images);
  expect(await read(stored)).toEqual({ name: stored, bytes: Buffer.from('small') });
  expect(await read(missing)).toBeNull();
});

test('a copy of an unknown image is not found', async () => {
  const unknown = 'b'.repeat(32);
  expect(await imageReader(images)(imageName(unknown, 320))).toBeNull();
  expect(readdirSync(folder)).toEqual([original]);
});

test('a copy that could not be made is made by the next read', async () => {
  const name = imageName(id, 320);
  let isFull = true;
  const read = imageReader({
    ...images,
    async save(...image) {
      if (isFull) throw new ImagesUnavailable('full');
      await images.save(...image);
    },
  });
  await expect(read(name)).rejects.toThrow(ImagesUnavailable);
  isFull = false;
  expect((await read(name))?.name).toBe(name);
});
