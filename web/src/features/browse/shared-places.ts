import type { BusinessWithoutStats } from '@directory/api/contracts';
import { parseIds } from '../../shared/place/saved-places.tsx';

/** The ids in the address of a shared list; null on the page of the own places. */
export function sharedIds(query: URLSearchParams): readonly string[] | null {
  const ids = query.get('ids');
  return ids === null ? null : parseIds(ids);
}

/** The query of the address that shares these places. */
export function sharedSearch(ids: readonly string[]): string {
  return `?ids=${ids.join(',')}`;
}

export type FoundById = {
  /** In the order of the ids. */
  readonly places: readonly BusinessWithoutStats[];
  /** The ids of places that are not listed any longer. */
  readonly missing: readonly string[];
};

export function findById(all: readonly BusinessWithoutStats[], ids: readonly string[]): FoundById {
  const byId = new Map(all.map((place) => [place.id, place]));
  return {
    places: ids.flatMap((id) => byId.get(id) ?? []),
    missing: ids.filter((id) => !byId.has(id)),
  };
}
