import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BusinessId } from '@directory/domain';
import { v5 as uuidOf } from 'uuid';
import * as z from 'zod';
import { maxLength } from '../contracts/fields.ts';
import { parsePlace, type Place } from '../import/parse-place.ts';

const hours = z.number().positive();
const name = z.string();

const demonstration = z.object({
  owned: z.array(name),
  photos: z.record(name, z.string()),
  pending: z.array(z.object({ name, waitingHours: hours })),
  rejected: z.array(
    z.object({
      name,
      importedHoursAgo: hours,
      rejectedHoursAgo: hours,
      reason: z.object({ code: z.string(), text: z.string().max(maxLength.reason) }),
    }),
  ),
  edited: z.array(
    z.object({
      name,
      importedHoursAgo: hours,
      editedHoursAgo: hours,
      changes: z.object({ address: z.string() }),
    }),
  ),
});

/** What the demonstration adds to which place. Places are given by name, which is unique among them. */
export type Demonstration = z.output<typeof demonstration>;

export type SeedData = {
  /** In the order in which the home page shows them at first. */
  readonly places: readonly Place[];
  readonly demonstration: Demonstration;
  readonly readPhoto: (file: string) => Promise<Uint8Array>;
};

/** @throws Error when the folder is not that of this version */
export async function loadSeedData(folder: string): Promise<SeedData> {
  const places = z.array(z.unknown()).parse(await readJson(folder, 'places.json'));
  const data = {
    places: places.map(requirePlace),
    demonstration: demonstration.parse(await readJson(folder, 'demonstration.json')),
  };
  requireUnambiguous(data);
  return { ...data, readPhoto: (file) => readFile(join(folder, 'photos', file)) };
}

async function readJson(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
}

function requirePlace(row: unknown, index: number): Place {
  const parsed = parsePlace(row);
  if (parsed.place) return parsed.place;
  throw new Error(`seed place ${index + 1} is not valid: ${parsed.reason}`);
}

function requireUnambiguous({
  places,
  demonstration,
}: Pick<SeedData, 'places' | 'demonstration'>): void {
  const { owned, photos, pending, rejected, edited } = demonstration;
  const named = [...pending, ...rejected, ...edited].map((entry) => entry.name);
  for (const wanted of [...owned, ...Object.keys(photos), ...named])
    if (places.filter(({ details }) => details.businessName === wanted).length !== 1)
      throw new Error(`the demonstration names "${wanted}", which is not exactly one place`);
}

const namespace = '5a0f6c1e-2d47-4f7b-8b0e-7f1c93d5a6b4';

/** A deterministic id, so that a seed after an interrupted one repeats no command. */
export function seedId(...name: readonly (string | number)[]): string {
  return uuidOf(JSON.stringify(name), namespace);
}

export const importCommandId = (id: BusinessId): string => seedId('import', id);

/** Of all commands of a seed. */
export const seedCorrelationId = seedId('seed');
