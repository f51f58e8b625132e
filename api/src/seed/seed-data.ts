import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BusinessId } from '@directory/domain';
import { v5 as uuidOf } from 'uuid';
import * as z from 'zod';
import { editBusinessRequest, submitBusinessRequest } from '../contracts/business-requests.ts';
import { maxLength } from '../contracts/fields.ts';
import { parsePlace, type Place } from '../import/parse-place.ts';

const hoursAgo = z.number().positive();
/** The newest year in which a demonstration business may have opened. */
const year = 2026;

const demonstrationListing = z.object({
  photo: z.string(),
  details: submitBusinessRequest(year),
  submittedHoursAgo: hoursAgo,
  later: z.array(
    z.discriminatedUnion('what', [
      z.object({ what: z.literal('approve'), hoursAgo }),
      z.object({ what: z.literal('edit'), hoursAgo, changes: editBusinessRequest(year) }),
      z.object({
        what: z.literal('reject'),
        hoursAgo,
        reason: z.object({ code: z.string(), text: z.string().max(maxLength.reason) }),
      }),
    ]),
  ),
});

/** A made-up listing of the demonstration owner, and what happened to it since it was submitted. */
export type DemonstrationListing = z.output<typeof demonstrationListing>;

export type SeedData = Awaited<ReturnType<typeof loadSeedData>>;

/** @throws Error when the folder is not that of this version */
export async function loadSeedData(folder: string) {
  const places = await readPlaces(folder);
  const demonstration = await readJson(folder, 'demonstration.json');
  return {
    /** In the order in which the home page shows them at first. */
    places: places.map(requirePlace),
    demonstration: z.array(demonstrationListing).parse(demonstration),
    readPhoto: (file: string): Promise<Uint8Array> => readFile(join(folder, 'photos', file)),
  };
}

/** The places that a seed creates first and last, without validating those between, which takes as long as all else of a start. */
export async function loadSeedEnds(
  folder: string,
): Promise<{ first: BusinessId; last: BusinessId }> {
  const places = await readPlaces(folder);
  const last = places.length - 1;
  return { first: requirePlace(places[0], 0).id, last: requirePlace(places[last], last).id };
}

async function readPlaces(folder: string): Promise<readonly unknown[]> {
  return z.array(z.unknown()).parse(await readJson(folder, 'places.json'));
}

async function readJson(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
}

function requirePlace(row: unknown, index: number): Place {
  const parsed = parsePlace(row);
  if (parsed.place) return parsed.place;
  throw new Error(`seed place ${index + 1} is not valid: ${parsed.reason}`);
}

const namespace = '5a0f6c1e-2d47-4f7b-8b0e-7f1c93d5a6b4';

/** A deterministic id, so that a seed after an interrupted one repeats no command. */
export function seedId(...name: readonly (string | number)[]): string {
  return uuidOf(JSON.stringify(name), namespace);
}

/** Decided on listings of the demonstration, and never had an account. */
export const demonstrationReviewerId = seedId('reviewer');

export const importCommandId = (id: BusinessId): string => seedId('import', id);

/** The correlation id of all commands of a seed. */
export const seedCorrelationId = seedId('seed');
