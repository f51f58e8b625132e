import type { GeocodeReverseResponse, GeocodeSearchResponse } from '@directory/api/contracts';
import type { Send } from '../api/use-send.ts';
import { logFailure } from '../log-failure.ts';
import { addressIn, fieldsOf, firstPoint, type Point } from './geocoding.ts';

const maxQueryLength = 200;

/** Where an address lies, or why that is not known. What an abort leaves behind is not looked at. */
export async function searchAddress(
  send: Send,
  address: string,
  signal: AbortSignal,
): Promise<Point | 'none' | 'searchFailed'> {
  const query = new URLSearchParams({ format: 'json', q: address.trim().slice(0, maxQueryLength) });
  try {
    const answer = await send(`/api/geocode/search?${query.toString()}`, { signal });
    // As with all answers of the API, requestJson says why it is taken at its contract's word.
    return firstPoint(answer as GeocodeSearchResponse) ?? 'none';
  } catch (error) {
    if (!signal.aborted) logFailure('The address could not be looked up', error);
    return 'searchFailed';
  }
}

/** The address of a point, 'Address not found' where it has none, or null when it could not be asked for. */
export async function readAddress(
  send: Send,
  point: Point,
  signal: AbortSignal,
): Promise<string | null> {
  const { latitude: lat, longitude: lon } = fieldsOf(point);
  const query = new URLSearchParams({ format: 'json', lat, lon });
  try {
    const answer = await send(`/api/geocode/reverse?${query.toString()}`, { signal });
    return addressIn(answer as GeocodeReverseResponse);
  } catch (error) {
    if (!signal.aborted) logFailure('The address of the pin could not be read', error);
    return null;
  }
}
