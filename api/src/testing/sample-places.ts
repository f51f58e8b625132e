import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

export const wholeSeed = fileURLToPath(new URL('../../seed-data', import.meta.url));

/**
 * Writes a few places of the seed and three demonstration listings (approved, edited since, and waiting for review) with small
 * photographs, as encoding large ones takes most of the time of a seed.
 */
export async function writeFewPlaces(into: string): Promise<void> {
  const read = async (file: string): Promise<unknown[]> =>
    JSON.parse(await readFile(join(wholeSeed, file), 'utf8')) as unknown[];
  const places = await read('places.json');
  const madeUp = (await read('demonstration.json')) as { photo: string }[];
  const shown = ['coffee-cup.jpg', 'tulips.jpg', 'hard-drive.jpg'];
  const write = (file: string, content: unknown) =>
    writeFile(join(into, file), JSON.stringify(content));
  await mkdir(join(into, 'photos'), { recursive: true });
  await write('places.json', [...places.slice(0, 20), ...places.slice(-2, -1)]);
  await write(
    'demonstration.json',
    madeUp.filter(({ photo }) => shown.includes(photo)),
  );
  for (const photo of shown)
    await sharp(join(wholeSeed, 'photos', photo))
      .resize(200)
      .toFile(join(into, 'photos', photo));
}
