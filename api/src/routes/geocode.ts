import Router from '@koa/router';
import type { Middleware } from 'koa';
import {
  geocodeReverseRequest,
  geocodeSearchRequest,
  type GeocodeReverseResponse,
  type GeocodeSearchResponse,
} from '../contracts/geocode.ts';
import { type Geocoder, geocoderOff } from '../geocoder/geocoder.ts';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import { unlimited } from '../http/middleware/rate-limit.ts';
import { parseRequest } from '../http/parse-request.ts';

export type GeocodeRoutesDeps = {
  /** Null where the site looks up no addresses. */
  readonly geocoder: Geocoder | null;
  readonly limit?: Middleware;
};

/** The maps service's two calls, with its parameters and answers, through the site: browsers never ask it themselves. */
export function geocodeRoutes({ geocoder, limit = unlimited }: GeocodeRoutesDeps): ApiRouter {
  return new Router<RequestState>()
    .get('/api/geocode/search', limit, async (ctx) => {
      const { q } = parseRequest(geocodeSearchRequest, ctx.query);
      ctx.body = await search(geocoder, q);
    })
    .get('/api/geocode/reverse', limit, async (ctx) => {
      const { lat, lon } = parseRequest(geocodeReverseRequest, ctx.query);
      ctx.body = await reverse(geocoder, lat, lon);
    });
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
