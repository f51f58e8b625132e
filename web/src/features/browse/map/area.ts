import type { BusinessWithoutStats, SiteResponse } from '@directory/api/contracts';
import { boundsText, type Bounds } from '@directory/domain/search';
import { latLng, latLngBounds, type FitBoundsOptions, type LatLngBounds } from 'leaflet';
import { type Filters, filtersSearch } from '../filters.ts';

/** A part of the map, and how it fits into the frame. */
export type Extent = {
  /** Another key is another extent. */
  readonly key: string;
  readonly bounds: LatLngBounds;
  readonly boundsOptions: FitBoundsOptions;
};

/** Around the middle of the site, in metres. */
const villageSize = 1500;

/** The area of the filters; without one, where the listed page of the results is, so that each card has its pin in sight. */
export function extentOf(
  filters: Filters,
  listed: readonly BusinessWithoutStats[],
  centre: SiteResponse['map'],
): Extent {
  const { area } = filters;
  if (area) return areaExtent(area);
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

function areaExtent(area: Bounds): Extent {
  const { west, south, east, north } = area;
  return {
    key: boundsText(area),
    bounds: latLngBounds([south, west], [north, east]),
    // The address rounds the degrees: without this, an area that was searched in this frame could need the next lower zoom.
    boundsOptions: { padding: [-20, -20] },
  };
}

/** Within the limits of an area in the address. */
export function boundsOf(shown: LatLngBounds): Bounds {
  return {
    west: Math.max(-180, shown.getWest()),
    south: Math.max(-90, shown.getSouth()),
    east: Math.min(180, shown.getEast()),
    north: Math.min(90, shown.getNorth()),
  };
}

/** Whether the visitor wants no animation. */
export function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
