import {
  geocodeReverseRequest,
  geocodeReverseResponse,
  geocodeSearchRequest,
  geocodeSearchResponse,
} from '../contracts/site.ts';
import { geocoderOff } from '../geocoder/geocoder.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Services } from './services.ts';

type GeocodeRoutesDeps = Pick<Services, 'geocoder'> & Partial<Pick<Services, 'limit'>>;

/** The two calls of the maps service, with its parameters and responses, through the site: browsers never call it themselves. */
export function geocodeRoutes({ geocoder, limit }: GeocodeRoutesDeps): readonly Route[] {
  const common = { access: 'signed-in', limit } as const;
  const requireGeocoder = () => {
    if (!geocoder) throw geocoderOff();
    return geocoder;
  };
  return [
    defineRoute('GET /api/geocode/search', {
      ...common,
      operationId: 'searchAddress',
      summary: 'Find the location of an address',
      query: geocodeSearchRequest,
      response: { description: 'The best match first', schema: geocodeSearchResponse },
      async handle(_, { viewer, query: { q } }) {
        const places = await requireGeocoder().search(q, viewer.id);
        return places.map(({ latitude, longitude, address }) => ({
          lat: String(latitude),
          lon: String(longitude),
          display_name: address,
        }));
      },
    }),
    defineRoute('GET /api/geocode/reverse', {
      ...common,
      operationId: 'getAddress',
      summary: 'Find the address of a location',
      query: geocodeReverseRequest,
      response: {
        description: 'An address, or that there is none',
        schema: geocodeReverseResponse,
      },
      async handle(_, { viewer, query: { lat, lon } }) {
        const address = await requireGeocoder().reverse(lat, lon, viewer.id);
        return address === null ? { error: 'Unable to geocode' } : { display_name: address };
      },
    }),
  ];
}
