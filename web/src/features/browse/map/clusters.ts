import type { Bounds, Pinned, Coordinates } from '@directory/domain/search';
import Supercluster from 'supercluster';

/** Of the map; what is one pin there stays one cluster. */
export const deepestZoom = 19;

/** What the map shows in one spot: a place, or a number of places near each other. */
type Mark<Place> = PlaceMark<Place> | ClusterMark<Place>;

export type PlaceMark<Place> = Coordinates & { readonly key: string; readonly place: Place };

export type ClusterMark<Place> = Coordinates & {
  readonly key: string;
  readonly count: number;
  readonly places: () => readonly Place[];
  /** At which it falls apart; beyond the deepest if it never does. */
  readonly zoom: () => number;
};

/** The marks of an area at a zoom of the map. */
export type Clusters<Place> = (area: Bounds, zoom: number) => readonly Mark<Place>[];

/** Indexes the places with a pin. */
export function clusterPlaces<Place extends Pinned & { readonly id: string }>(
  places: readonly Place[],
): Clusters<Place> {
  // Both in pixels of the map, whose tiles have 256.
  const index = new Supercluster<{ place: Place }, object>({
    radius: 60,
    extent: 256,
    maxZoom: deepestZoom,
  });
  index.load(places.flatMap(pointOf));
  return ({ west, south, east, north }, zoom) =>
    index.getClusters([west, south, east, north], zoom).map(({ geometry, properties }) => {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      if ('place' in properties)
        return { key: properties.place.id, latitude, longitude, place: properties.place };
      const { cluster_id: id, point_count: count } = properties;
      return {
        ...{ key: `cluster-${id}`, latitude, longitude, count },
        places: () => index.getLeaves(id, Infinity).map((leaf) => leaf.properties.place),
        zoom: () => index.getClusterExpansionZoom(id),
      };
    });
}

function pointOf<Place extends Pinned>(place: Place) {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return [];
  return {
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    properties: { place },
  };
}
