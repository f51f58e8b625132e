import {
  geocodeReverseRequest,
  geocodeReverseResponse,
  geocodeSearchRequest,
  geocodeSearchResponse,
  type GeocodeReverseResponse,
  type GeocodeSearchResponse,
} from '../contracts/site.ts';
import { type Geocoder, geocoderOff } from '../geocoder/geocoder.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Services } from './services.ts';

type GeocodeRoutesDeps = Pick<Services, 'geocoder'> & Partial<Pick<Services, 'limit'>>;

/** The maps service's two calls, with its parameters and responses, through the site: browsers never call it themselves. */
export function geocodeRoutes({ geocoder, limit }: GeocodeRoutesDeps): readonly Route[] {
  const common = { method: 'get', access: 'signed-in', limit } as const;
  return [
    defineRoute({
      ...common,
      path: '/api/geocode/search',
      operationId: 'searchAddress',
      summary: 'Find the location of an address',
      query: geocodeSearchRequest,
      response: { description: 'The best match first', schema: geocodeSearchResponse },
      handle: (_, { query: { q } }) => search(geocoder, q),
    }),
    defineRoute({
      ...common,
      path: '/api/geocode/reverse',
      operationId: 'getAddress',
      summary: 'Find the address of a location',
      query: geocodeReverseRequest,
      response: {
        description: 'An address, or that there is none',
        schema: geocodeReverseResponse,
      },
      handle: (_, { query: { lat, lon } }) => reverse(geocoder, lat, lon),
    }),
  ];
}

async function search(geocoder: Geocoder | null, text: string): Promise<GeocodeSearchResponse> {
  if (!geocoder) throw geocoderOff();
  const places = await geocoder.search(text);
  return places.map(({ latitude, longitude, address }) => ({
    lat: String(latitude),
    lon: String(longitude),
    display_name: address,
  }));
}

async function reverse(
  geocoder: Geocoder | null,
  latitude: number,
  longitude: number,
): Promise<GeocodeReverseResponse> {
  if (!geocoder) throw geocoderOff();
  const address = await geocoder.reverse(latitude, longitude);
  return address === null ? { error: 'Unable to geocode' } : { display_name: address };
}
