import { facilities, formatPhone, telLink } from '@directory/domain/catalogue';
import { keysOf } from '@directory/domain/shared/collections';
import { v5 as uuidOf } from 'uuid';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { byteOrderMark, csvLine } from './csv.ts';

const attribution =
  'Data © OpenStreetMap contributors (ODbL 1.0) and others: each place from open data names its source and licence.';

/** The facts of a place, which anybody may copy, without the owner's texts and photographs. */
function exportedPlace(place: BusinessWithoutStats, site: string) {
  return {
    id: place.id,
    name: place.businessName,
    category: place.businessInfo,
    subCategory: place.subCategory,
    kampong: place.kampong,
    address: place.address,
    phone: place.phone && formatPhone(place.phone),
    website: place.website,
    facebook: place.facebook,
    instagram: place.instagram,
    tiktok: place.tiktok,
    operatingHours: place.operatingHours,
    openingTimes: place.openingTimes,
    facilities: facilities.filter((facility) => place.facilities.includes(facility)),
    yearStarted: place.yearStarted,
    approvedAt: place.approvedAt,
    url: `${site}/places/${place.id}`,
    source: place.source,
    licence: place.licence,
  };
}

/** GeoJSON (RFC 7946) in pieces of text. A place without a pin is a feature without a geometry. */
export function* geoJson(places: readonly BusinessWithoutStats[], site: string) {
  const about = `"attribution":${JSON.stringify(attribution)},"licence":${JSON.stringify(`${site}/data`)}`;
  yield `{"type":"FeatureCollection",${about},"features":[`;
  for (const [index, place] of places.entries())
    yield (index > 0 ? ',' : '') + JSON.stringify(feature(place, site));
  yield ']}';
}

function feature(place: BusinessWithoutStats, site: string) {
  const { id, latitude, longitude } = place;
  const geometry =
    latitude === null || longitude === null
      ? null
      : { type: 'Point', coordinates: [longitude, latitude] };
  return { type: 'Feature', id, geometry, properties: exportedPlace(place, site) };
}

/** RFC 4180, line by line. */
export function* placesCsv(places: readonly BusinessWithoutStats[], site: string) {
  yield byteOrderMark + csvLine(csvColumns);
  for (const place of places) {
    const { openingTimes, ...facts } = exportedPlace(place, site);
    const { latitude, longitude } = place;
    const texts = { ...facts, facilities: facts.facilities.join('; '), latitude, longitude };
    const line = { ...texts, openingTimes: openingTimes && JSON.stringify(openingTimes) };
    yield csvLine(csvColumns.map((column) => line[column] ?? ''));
  }
}

const csvColumns = keysOf<keyof ReturnType<typeof exportedPlace> | 'latitude' | 'longitude'>({
  id: true,
  name: true,
  category: true,
  subCategory: true,
  kampong: true,
  address: true,
  phone: true,
  website: true,
  facebook: true,
  instagram: true,
  tiktok: true,
  operatingHours: true,
  openingTimes: true,
  facilities: true,
  yearStarted: true,
  latitude: true,
  longitude: true,
  approvedAt: true,
  url: true,
  source: true,
  licence: true,
});

const namespace = 'c1a0a2a5-2f65-4d58-9c1c-6b6a4c4d5f0e';
const feedLength = 50;

/** The newest approvals as an Atom feed (RFC 4287). The id of an entry is the same under every address of the site. */
export function* atomFeed(places: readonly BusinessWithoutStats[], site: string) {
  const newest = places.slice(0, feedLength);
  const updated = newest[0]?.approvedAt ?? '1970-01-01T00:00:00.000Z';
  yield `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>urn:uuid:${uuidOf('feed', namespace)}</id>
<title>New places in Kampong Bharu</title>
<author><name>Kampong Bharu Directory</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(`${site}/feed.atom`)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(`${site}/`)}"/>
<rights>${escapeXml(attribution)}</rights>
<updated>${updated}</updated>
`;
  for (const place of newest) yield atomEntry(place, site);
  yield '</feed>\n';
}

function atomEntry(place: BusinessWithoutStats, site: string): string {
  const { id, businessName, businessInfo, subCategory, address, phone } = place;
  const kind = subCategory ?? businessInfo;
  const summary = [kind, address, phone && telLink(phone) && formatPhone(phone)].filter(Boolean);
  return `<entry>
<id>urn:uuid:${uuidOf(id, namespace)}</id>
<title>${escapeXml(businessName)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(`${site}/places/${id}`)}"/>
<category term="${escapeXml(businessInfo)}"/>
<updated>${place.approvedAt ?? ''}</updated>
<summary xml:lang="ms">${escapeXml(summary.join(' · '))}</summary>
${place.licence ? `<rights>${escapeXml(place.licence)}</rights>\n` : ''}</entry>
`;
}

/** Escapes markup, and removes what XML does not allow: all control characters but three. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
