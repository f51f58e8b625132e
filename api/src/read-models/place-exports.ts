import { facilities, formatPhone, telLink } from '@directory/domain/catalogue';
import { keysOf } from '@directory/domain/shared/collections';
import { v5 as uuidOf } from 'uuid';
import type { BusinessWithoutStats } from '../contracts/business.ts';
import { byteOrderMark, csvLine } from './csv.ts';

const attribution =
  'Data © OpenStreetMap contributors (ODbL 1.0) and others: each place from open data names its source and licence.';

type Fact = string | number | null | readonly unknown[];

/** The facts of a place, which anybody may copy, without the owner's texts and photographs; in the order of the columns. */
const facts = {
  id: ({ id }) => id,
  name: ({ businessName }) => businessName,
  category: ({ businessInfo }) => businessInfo,
  subCategory: ({ subCategory }) => subCategory,
  kampong: ({ kampong }) => kampong,
  address: ({ address }) => address,
  phone: ({ phone }) => phone && formatPhone(phone),
  website: ({ website }) => website,
  facebook: ({ facebook }) => facebook,
  instagram: ({ instagram }) => instagram,
  tiktok: ({ tiktok }) => tiktok,
  operatingHours: ({ operatingHours }) => operatingHours,
  openingTimes: ({ openingTimes }) => openingTimes,
  facilities: (place) => facilities.filter((each) => place.facilities.includes(each)),
  yearStarted: ({ yearStarted }) => yearStarted,
  latitude: ({ latitude }) => latitude,
  longitude: ({ longitude }) => longitude,
  approvedAt: ({ approvedAt }) => approvedAt,
  url: ({ id }, site) => `${site}/places/${id}`,
  source: ({ source }) => source,
  licence: ({ licence }) => licence,
} satisfies Record<string, (place: BusinessWithoutStats, site: string) => Fact>;

const columns = keysOf(facts);
const propertyNames = columns.filter((name) => name !== 'latitude' && name !== 'longitude');

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
  const properties: Record<string, Fact> = {};
  for (const name of propertyNames) properties[name] = facts[name](place, site);
  const geometry =
    latitude === null || longitude === null
      ? null
      : { type: 'Point', coordinates: [longitude, latitude] };
  return { type: 'Feature', id, geometry, properties };
}

/** RFC 4180, line by line. */
export function* placesCsv(places: readonly BusinessWithoutStats[], site: string) {
  yield byteOrderMark + csvLine(columns);
  for (const place of places)
    yield csvLine(columns.map((name) => cellOf(name, facts[name](place, site))));
}

function cellOf(name: string, fact: Fact): string | number {
  if (typeof fact !== 'object' || fact === null) return fact ?? '';
  return name === 'facilities' ? fact.join('; ') : JSON.stringify(fact);
}

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

/** Escapes markup of XML and HTML, and removes what XML does not allow: all control characters but three. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
