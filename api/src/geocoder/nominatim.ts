import * as z from 'zod';
import { RequestProblem } from '../http/errors.ts';
import { geocoderUnreachable, type Geocoder } from './geocoder.ts';

type NominatimSettings = {
  /** With or without a trailing slash. */
  readonly url: string;
  /** Email or web address of the operator, which the service's policy requires in every request. */
  readonly contact: string;
  readonly timeoutMs?: number;
};

/** Thousands of addresses are cached, and longer ones would take up the memory. */
const address = z.string().max(1_000);
const searchResponse = z.array(
  z.object({ lat: z.coerce.number(), lon: z.coerce.number(), display_name: address.optional() }),
);
const reverseResponse = z.object({ display_name: address.optional() });
const maxPlaces = 10;

/** OpenStreetMap's Nominatim or a compatible service. It neither caches nor throttles: see `throttledGeocoder`. */
export function openNominatim(settings: NominatimSettings): Geocoder {
  return {
    async search(text) {
      const places = await request(settings, searchResponse, 'search', { q: text });
      return places
        .flatMap(({ lat: latitude, lon: longitude, display_name }) =>
          display_name === undefined ? [] : { latitude, longitude, address: display_name },
        )
        .slice(0, maxPlaces);
    },
    async reverse(latitude, longitude) {
      const place = { lat: String(latitude), lon: String(longitude) };
      const found = await request(settings, reverseResponse, 'reverse', place);
      return found.display_name ?? null;
    },
  };
}

async function request<Result>(
  { url, contact, timeoutMs = 5000 }: NominatimSettings,
  schema: z.ZodType<Result>,
  call: 'search' | 'reverse',
  parameters: Readonly<Record<string, string>>,
): Promise<Result> {
  const target = new URL(call, url.endsWith('/') ? url : `${url}/`);
  target.search = new URLSearchParams({ format: 'json', ...parameters }).toString();
  try {
    const response = await fetch(target, {
      headers: { 'User-Agent': `KampongBharuDirectory/1.0 (${contact})` },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (!response.ok) throw geocoderUnreachable(`the maps service answered ${response.status}`);
    return schema.parse(JSON.parse(await readText(response)));
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    throw geocoderUnreachable(`unexpected response of the maps service: ${nameOf(error)}`);
  }
}

/** More than any place needs: a longer response is not read to its end. */
const maxBytes = 256 * 1024;

async function readText(response: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw geocoderUnreachable('the maps service answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The kind of error only: messages may quote the query or the response. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` ${String(cause.code)}` : '';
  return `${error.name}${code}`;
}
