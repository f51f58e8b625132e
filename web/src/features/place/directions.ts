import type { BusinessWithoutStats } from '@directory/api/contracts';

export type MapService = 'google' | 'waze' | 'openStreetMap';

type Located = Pick<BusinessWithoutStats, 'businessName' | 'address' | 'latitude' | 'longitude'>;

/** Links that lead to a place in map services: to its pin, else to its name and address; null without either. */
export function directionsLinks(place: Located): Readonly<Record<MapService, string>> | null {
  const { businessName, address, latitude, longitude } = place;
  if (latitude !== null && longitude !== null) {
    const point = `${latitude},${longitude}`;
    return {
      google: link('https://www.google.com/maps/dir/', { api: '1', destination: point }),
      waze: link('https://waze.com/ul', { ll: point, navigate: 'yes' }),
      openStreetMap: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
    };
  }
  if (!address?.trim()) return null;
  const query = `${businessName}, ${address}`;
  return {
    google: link('https://www.google.com/maps/dir/', { api: '1', destination: query }),
    waze: link('https://waze.com/ul', { q: query, navigate: 'yes' }),
    // It finds no address with a name in front of it.
    openStreetMap: link('https://www.openstreetmap.org/search', { query: address }),
  };
}

function link(base: string, query: Readonly<Record<string, string>>): string {
  return `${base}?${new URLSearchParams(query).toString()}`;
}
