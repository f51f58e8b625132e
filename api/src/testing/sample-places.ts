import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const wholeSeed = fileURLToPath(new URL('../../seed-data', import.meta.url));

/** Writes the first places of the seed and those of its demonstration, with one photo. */
export async function writeFewPlaces(into: string): Promise<void> {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(wholeSeed, file), 'utf8'));
  const places = (await read('places.json')) as { name: string }[];
  const demonstration = (await read('demonstration.json')) as { photos: object };
  const text = JSON.stringify({ ...demonstration, photos: { Levain: 'croissant.jpg' } });
  const few = places.filter(({ name }, index) => index < 8 || text.includes(JSON.stringify(name)));
  await mkdir(into);
  await writeFile(join(into, 'places.json'), JSON.stringify([...few, ...places.slice(-2, -1)]));
  await writeFile(join(into, 'demonstration.json'), text);
  await cp(join(wholeSeed, 'photos'), join(into, 'photos'), { recursive: true });
}
