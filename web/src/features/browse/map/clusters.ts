import type { BusinessWithoutStats, SiteResponse } from '@directory/api/contracts';
import { type Bounds, type Coordinates, boundsText } from '@directory/domain/search';
import { latLng, latLngBounds, type FitBoundsOptions, type LatLngBounds } from 'leaflet';
import Supercluster from 'supercluster';
import { type Filters, filtersSearch } from '../filters.ts';

/** The deepest zoom of the map. Places that share a pin at this zoom always stay one cluster. */
export const deepestZoom = 19;

type Place = BusinessWithoutStats;

export type PlaceMark = Coordinates & { readonly key: string; readonly place: Place };

/** A number of places near each other. */
export type ClusterMark = Coordinates & {
  readonly key: string;
  readonly count: number;
  readonly places: (limit?: number) => readonly Place[];
  /** The zoom at which the cluster falls apart; beyond the deepest if it never does. */
  readonly zoom: () => number;
};

/** Indexes the places with a pin: gives the marks of an area at a zoom of the map. */
export function clusterPlaces(places: readonly Place[]) {
  // The radius and the extent are in pixels of the map, whose tiles are 256 wide.
  const index = new Supercluster<{ place: Place }, object>({
    radius: 60,
    extent: 256,
    maxZoom: deepestZoom,
  });
  index.load(places.flatMap(pointOf));
  return ({ west, south, east, north }: Bounds, zoom: number) =>
    index
      .getClusters([west, south, east, north], zoom)
      .map(({ geometry, properties }): PlaceMark | ClusterMark => {
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        if ('place' in properties)
          return { key: properties.place.id, latitude, longitude, place: properties.place };
        const { cluster_id: id, point_count: count } = properties;
        return {
          key: `cluster-${id}`,
          latitude,
          longitude,
          count,
          places: (limit = Infinity) =>
            index.getLeaves(id, limit).map((leaf) => leaf.properties.place),
          zoom: () => index.getClusterExpansionZoom(id),
        };
      });
}

function pointOf(place: Place) {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return [];
  return {
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    properties: { place },
  };
}

/** A part of the map, and how it fits into the frame. */
export type Extent = {
  /** The same for the same extent. */
  readonly key: string;
  readonly bounds: LatLngBounds;
  readonly boundsOptions: FitBoundsOptions;
};

/** How much of the map is shown around the middle of the site, in metres. */
const villageSize = 1500;

/** The area of the filters or, without one, that of the places on this page of the list, so that each card has its pin in sight. */
export function extentOf(
  filters: Filters,
  listed: readonly Place[],
  centre: SiteResponse['map'],
): Extent {
  const { area } = filters;
  if (area) {
    const { west, south, east, north } = area;
    const bounds = latLngBounds([south, west], [north, east]);
    // The address rounds the degrees: without this, an area that was searched in this frame could need the next lower zoom.
    return { key: boundsText(area), bounds, boundsOptions: { padding: [-20, -20] } };
  }
  const key = filtersSearch({ ...filters, view: 'list' });
  const points = listed.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : latLng(latitude, longitude),
  );
  if (points.length === 0) {
    const middle = latLng(centre.latitude, centre.longitude);
    return { key, bounds: middle.toBounds(villageSize), boundsOptions: {} };
  }
  const boundsOptions: FitBoundsOptions = { padding: [40, 48], maxZoom: 16 };
  return { key, bounds: latLngBounds(points), boundsOptions };
}

/** The shown bounds, within the limits of an area in the address. */
export function boundsOf(shown: LatLngBounds): Bounds {
  return {
    west: Math.max(-180, shown.getWest()),
    south: Math.max(-90, shown.getSouth()),
    east: Math.min(180, shown.getEast()),
    north: Math.min(90, shown.getNorth()),
  };
}

export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
