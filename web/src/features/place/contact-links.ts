import type { BusinessWithoutStats, VisitsResponse } from '@directory/api/contracts';
import { formatPhone, telLink, whatsappDigits } from '@directory/domain/catalogue';
import { safeLink } from '../../shared/place/links.ts';

/** The channels of `POST /api/businesses/{id}/click`, but for the video. */
export type ContactChannel = Exclude<keyof VisitsResponse['totals']['channels'], 'youtube'>;

export type ContactLink = {
  readonly channel: ContactChannel;
  readonly href: string;
  /** The number as Malaysians write it; null for web links. */
  readonly number: string | null;
};

/** The links to talk to the business or to go there, best first, and those to what it shows elsewhere, its own link to a map included. */
export function contactLinks(place: BusinessWithoutStats) {
  const directions = directionsLinks(place);
  const main: readonly (ContactLink | null)[] = [
    whatsapp(place.whatsapp ?? ''),
    telephone(place.phone ?? ''),
    directions && { channel: 'directions', href: directions.google, number: null },
  ];
  const pages = ['onlineOrder', 'website', 'facebook', 'instagram', 'tiktok'] as const;
  const web = [
    ...pages.map((channel) => webLink(channel, place[channel])),
    webLink('directions', place.location),
  ];
  return {
    main: main.filter((link) => link !== null),
    web: web.filter((link) => link !== null),
  };
}

function whatsapp(number: string): ContactLink | null {
  const digits = whatsappDigits(number);
  const href = `https://wa.me/${digits}`;
  return digits ? { channel: 'whatsapp', href, number: formatPhone(number) } : null;
}

function telephone(number: string): ContactLink | null {
  const href = telLink(number);
  return href === null ? null : { channel: 'phone', href, number: formatPhone(number) };
}

function webLink(channel: ContactChannel, text: string | null): ContactLink | null {
  const href = safeLink(text);
  return href === null ? null : { channel, href, number: null };
}

export type MapService = 'google' | 'waze' | 'openStreetMap';

type Located = Pick<BusinessWithoutStats, 'businessName' | 'address' | 'latitude' | 'longitude'>;

/** Links that lead to a place in map services: to its pin, else to its name and address; null without either. */
export function directionsLinks(place: Located): Readonly<Record<MapService, string>> | null {
  const { businessName, address, latitude, longitude } = place;
  const hasPin = latitude !== null && longitude !== null;
  if (!hasPin && !address?.trim()) return null;
  const destination = hasPin ? `${latitude},${longitude}` : `${businessName}, ${address}`;
  return {
    google: link('https://www.google.com/maps/dir/', { api: '1', destination }),
    waze: link('https://waze.com/ul', { [hasPin ? 'll' : 'q']: destination, navigate: 'yes' }),
    openStreetMap: hasPin
      ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
      : // It finds no address that has a name in front of it.
        link('https://www.openstreetmap.org/search', { query: address ?? '' }),
  };
}

function link(base: string, query: Readonly<Record<string, string>>): string {
  return `${base}?${new URLSearchParams(query).toString()}`;
}
