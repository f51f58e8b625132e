import type { BusinessWithoutStats } from '@directory/api/contracts';
import { weekdays, type OpeningTimes } from '@directory/domain/catalogue';
import { safeLink } from '../shared/place/links.ts';
import { openingTexts } from '../texts/opening-texts.ts';

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
    openingHoursSpecification: openingHours(place),
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

const roundTheClock: OpeningTimes = [{ days: weekdays, from: '00:00', to: '00:00' }];

/** "Morning to evening" has no exact hours; only round the clock has. */
function openingHours({ openingTimes, operatingHours }: BusinessWithoutStats) {
  const times = openingTimes ?? (operatingHours === '24jam' ? roundTheClock : null);
  return (
    times?.map(({ days, from, to }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => openingTexts.days[day]),
      // Search engines take the same time twice for a closed day.
      ...(from === to ? { opens: '00:00', closes: '23:59' } : { opens: from, closes: to }),
    })) ?? null
  );
}

function elsewhere(place: BusinessWithoutStats): readonly string[] | null {
  const { website, facebook, instagram, tiktok } = place;
  const links = [website, facebook, instagram, tiktok]
    .map(safeLink)
    .filter((link) => link !== null);
  return links.length === 0 ? null : links;
}
