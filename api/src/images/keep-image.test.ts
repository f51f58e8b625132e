import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jpeg, svg } from '../testing/images.ts';
import { openDiskImages } from './disk/disk-images.ts';
import { imageKeeper } from './keep-image.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keep-image-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('an upload is kept with its copies under one name', async () => {
  const name = await imageKeeper(openDiskImages({ folder }))(await jpeg());
  const stem = name.replace('.webp', '');
  expect(readdirSync(folder).sort()).toEqual([`${stem}-200.webp`, `${stem}-640.webp`, name].sort());
});

test('the same picture kept again adds nothing', async () => {
  const keep = imageKeeper(openDiskImages({ folder }));
  const picture = await jpeg();
  expect(await keep(picture)).toBe(await keep(picture));
  expect(readdirSync(folder)).toHaveLength(3);
});

test('what is refused leaves nothing behind', async () => {
  const keep = imageKeeper(openDiskImages({ folder }));
  await expect(keep(svg)).rejects.toMatchObject({ status: 415 });
  expect(readdirSync(folder)).toEqual([]);
});

test('beyond the queue an upload is asked to come again, and those in it are kept', async () => {
  const keep = imageKeeper(openDiskImages({ folder }), 1);
  const [first, second, third] = await Promise.all([jpeg(90, 90), jpeg(91, 91), jpeg(92, 92)]);
  const results = await Promise.allSettled([keep(first), keep(second), keep(third)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { status: 503, headers: { 'Retry-After': '5' } } });
  expect(await keep(third)).toMatch(/\.webp$/);
});
