import type { BusinessWithoutStats } from '@directory/api/contracts';
import { safeLink } from '../shared/place/links.ts';

/** The absolute URLs of a place's page and photograph. */
export type PlaceAddresses = { readonly page: string; readonly image: string | null };

/** A place as schema.org data for search engines. Null without an address, which they require. */
export function localBusiness(
  place: BusinessWithoutStats,
  { page, image }: PlaceAddresses,
): Readonly<Record<string, unknown>> | null {
  if (!place.address) return null;
  const known = {
    name: place.businessName,
    address: { '@type': 'PostalAddress', streetAddress: place.address },
    url: page,
    image,
    telephone: place.phone,
    geo: coordinates(place),
    foundingDate: place.yearStarted === null ? null : String(place.yearStarted),
    openingHours: openingHours(place),
    sameAs: elsewhere(place),
  };
  const present = Object.entries(known).filter(([, value]) => value !== null && value !== '');
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': page,
    ...Object.fromEntries(present),
  };
}

function coordinates({ latitude, longitude }: BusinessWithoutStats) {
  if (latitude === null || longitude === null) return null;
  return { '@type': 'GeoCoordinates', latitude, longitude };
}

/** "Morning to evening" has no exact hours; only round the clock has. */
function openingHours({ operatingHours }: BusinessWithoutStats): string | null {
  return operatingHours === '24jam' ? 'Mo-Su 00:00-23:59' : null;
}

function elsewhere(place: BusinessWithoutStats): readonly string[] | null {
  const { website, facebook, instagram, tiktok } = place;
  const links = [website, facebook, instagram, tiktok]
    .map(safeLink)
    .filter((link) => link !== null);
  return links.length === 0 ? null : links;
}
