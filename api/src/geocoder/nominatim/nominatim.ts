import * as z from 'zod';
import { RequestProblem } from '../../http/errors.ts';
import { geocoderAway } from '../geocoder-problems.ts';
import type { Geocoder } from '../geocoder.ts';

export type NominatimSettings = {
  /** Where the service is, with or without a slash at its end. */
  readonly url: string;
  /** An address of the operator (e-mail or web), which the service's policy asks for in every request. */
  readonly contact: string;
  readonly timeoutMs?: number;
};

const searchAnswer = z.array(
  z.object({ lat: z.coerce.number(), lon: z.coerce.number(), display_name: z.string() }),
);
const reverseAnswer = z.object({ display_name: z.string().optional() });
const maxPlaces = 10;

/** OpenStreetMap's Nominatim, or a service that speaks like it. Asks it every time: `considerate` goes in front. */
export function openNominatim(settings: NominatimSettings): Geocoder {
  return {
    async search(text) {
      const places = await ask(settings, searchAnswer, urlOf(settings, 'search', { q: text }));
      return places.slice(0, maxPlaces).map(({ lat, lon, display_name }) => ({
        latitude: lat,
        longitude: lon,
        address: display_name,
      }));
    },
    async reverse(latitude, longitude) {
      const place = { lat: String(latitude), lon: String(longitude) };
      const answer = await ask(settings, reverseAnswer, urlOf(settings, 'reverse', place));
      return answer.display_name ?? null;
    },
  };
}

function urlOf(
  { url }: NominatimSettings,
  call: 'search' | 'reverse',
  parameters: Readonly<Record<string, string>>,
): URL {
  const address = new URL(call, url.endsWith('/') ? url : `${url}/`);
  address.search = new URLSearchParams({ format: 'json', ...parameters }).toString();
  return address;
}

async function ask<Answer>(
  { contact, timeoutMs = 5000 }: NominatimSettings,
  schema: z.ZodType<Answer>,
  url: URL,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers: { 'User-Agent': `KampongBharuDirectory/1.0 (${contact})` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw geocoderAway(`the maps service answered ${response.status}`);
    return schema.parse(await response.json());
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    throw geocoderAway(`the maps service did not answer as expected: ${nameOf(error)}`);
  }
}

/** The kind of error only: messages may quote what was asked or answered. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` ${String(cause.code)}` : '';
  return `${error.name}${code}`;
}
