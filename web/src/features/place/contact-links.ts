import type { BusinessWithoutStats } from '@directory/api/contracts';
import { whatsappDigits } from '@directory/domain/catalogue';
import { safeLink } from '../../shared/place/links.ts';

/** As `POST /api/businesses/{id}/click` names them. */
export type ContactChannel =
  | 'whatsapp'
  | 'phone'
  | 'website'
  | 'facebook'
  | 'instagram'
  | 'tiktok'
  | 'onlineOrder'
  | 'directions';

export type ContactLink = {
  readonly channel: ContactChannel;
  readonly href: string;
  /** The number as entered; null for web links. */
  readonly number: string | null;
};

/** The contact channels of a place, best first. */
export function contactLinks(place: BusinessWithoutStats): readonly ContactLink[] {
  const links = [
    whatsapp(place.whatsapp),
    telephone(place.phone),
    web('onlineOrder', place.onlineOrder),
    web('website', place.website),
    web('facebook', place.facebook),
    web('instagram', place.instagram),
    web('tiktok', place.tiktok),
    web('directions', place.location),
  ];
  return links.filter((link) => link !== null);
}

/** A page with a marker at the coordinates. */
export function mapLink(latitude: number, longitude: number): string {
  const point = `${latitude}/${longitude}`;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${point}`;
}

function whatsapp(number: string | null): ContactLink | null {
  const digits = whatsappDigits(number ?? '');
  return digits ? { channel: 'whatsapp', href: `https://wa.me/${digits}`, number } : null;
}

function telephone(number: string | null): ContactLink | null {
  const digits = number?.replace(/\D/g, '');
  if (!digits) return null;
  const plus = number?.trim().startsWith('+') ? '+' : '';
  return { channel: 'phone', href: `tel:${plus}${digits}`, number };
}

function web(channel: ContactChannel, text: string | null): ContactLink | null {
  const href = safeLink(text);
  return href === null ? null : { channel, href, number: null };
}
