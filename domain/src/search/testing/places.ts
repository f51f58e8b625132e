import type { SearchedPlace } from '../filters.ts';

/** A place of which only a name and a category are known. */
export function aPlace(given: Partial<SearchedPlace> = {}): SearchedPlace {
  return {
    businessName: 'Warung Mak Teh',
    businessInfo: 'Makanan & Minuman',
    subCategory: null,
    kampong: null,
    operatingHours: null,
    openingTimes: null,
    facilities: [],
    yearStarted: null,
    address: null,
    synopsis: null,
    latitude: null,
    longitude: null,
    ...given,
  };
}
