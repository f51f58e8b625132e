import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeImageStore } from './contract.suite.ts';
import { ImagesUnavailable, isImageName, openDiskImages } from './image-store.ts';

function newFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'images-'));
  return {
    parent,
    folder: join(parent, 'uploads'),
    remove: async () => {
      rmSync(parent, { recursive: true });
    },
  };
}

describeImageStore('a folder', async () => {
  const { folder, remove } = newFolder();
  return { open: async () => openDiskImages({ folder }), remove };
});

test('save leaves only the image in the folder', async () => {
  const { folder, remove } = newFolder();
  const store = openDiskImages({ folder });
  const name = `${'a'.repeat(32)}.webp`;
  if (isImageName(name)) await store.save(name, Buffer.from('image'));
  expect(readdirSync(folder)).toEqual([name]);
  await remove();
});

test('opening removes what uploads of the day before left half-written', async () => {
  const { folder, remove } = newFolder();
  mkdirSync(folder);
  const names = ['old.webp.1.tmp', 'new.webp.2.tmp', 'old.webp'];
  for (const name of names) writeFileSync(join(folder, name), 'image');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of ['old.webp.1.tmp', 'old.webp'])
    utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo);
  openDiskImages({ folder });
  expect(readdirSync(folder).toSorted()).toEqual(['new.webp.2.tmp', 'old.webp']);
  await remove();
});

test('a removed folder throws ImagesUnavailable', async () => {
  const { folder, remove } = newFolder();
  const store = openDiskImages({ folder });
  await remove();
  await expect(store.ping()).rejects.toThrow(ImagesUnavailable);
});

test('a folder that cannot be created throws ImagesUnavailable with its path', async () => {
  const { parent, folder, remove } = newFolder();
  writeFileSync(folder, 'a file in its place');
  expect(() => openDiskImages({ folder })).toThrow(ImagesUnavailable);
  expect(() => openDiskImages({ folder: join(folder, 'below') })).toThrow(parent);
  await remove();
});

test.each([
  './secrets.json',
  '../0123456789abcdef0123456789abcdef.webp',
  '0123456789abcdef0123456789abcdef.webp/../x',
  '0123456789abcdef0123456789abcdef.webp\n',
  '0123456789ABCDEF0123456789abcdef.webp',
  '0123456789abcdef0123456789abcdef-100.webp',
  '0123456789abcdef0123456789abcdef.svg',
  '.webp',
])('%j is no name of an image', (text) => {
  expect(isImageName(text)).toBe(false);
});
