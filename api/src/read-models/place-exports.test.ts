// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { businessResponse } from '../contracts/business.ts';
import { atomFeed, geoJson, placesCsv } from './place-exports.ts';

/** What this test uses of jsdom; the API is compiled without the types of browsers. */
declare const DOMParser: new () => {
  parseFromString: (
    text: string,
    type: 'text/xml',
  ) => { querySelectorAll: (selector: string) => { readonly length: number } };
};

const nothing = Object.fromEntries(Object.keys(businessResponse.shape).map((key) => [key, null]));
const place = businessResponse.parse({
  ...nothing,
  id: '01HZX0000000000000000000A1',
  businessName: '</title><script> & "Kopi" \u0007',
  businessInfo: 'Makanan & Minuman',
  facilities: [],
  status: 'approved',
  views: 0,
  websiteClicks: 0,
  socialMediaClicks: 0,
  approvedAt: '2026-11-01T00:00:00.000Z',
  licence: 'ODbL-1.0 (© OpenStreetMap contributors)',
  demonstration: false,
});

const textOf = (pieces: Iterable<string>) => [...pieces].join('');

test('the feed is well-formed XML whatever the texts hold, also without a place', () => {
  for (const places of [[], [place]]) {
    const feed = textOf(atomFeed(places, 'https://a.example'));
    const xml = new DOMParser().parseFromString(feed, 'text/xml');
    expect(xml.querySelectorAll('parsererror')).toHaveLength(0);
    expect(xml.querySelectorAll('entry')).toHaveLength(places.length);
    expect(feed).toMatch(/<updated>\d{4}-\d\d-\d\dT[\d:.]+Z<\/updated>\n(<entry>|<\/feed>)/);
  }
});

test('an entry has the same id under every address of the site', () => {
  const idAt = (site: string) =>
    /<entry>\n<id>(.*)<\/id>/.exec(textOf(atomFeed([place], site)))?.[1];
  expect(idAt('https://a.example')).toBe(idAt('https://b.example'));
});

test('a place without a pin is a feature without a geometry, with its licence', () => {
  const feature = { geometry: null, properties: { licence: place.licence } };
  expect(JSON.parse(textOf(geoJson([place, place], 'https://a.example')))).toMatchObject({
    features: [feature, feature],
  });
});

test('a line of the CSV has the exact opening times as JSON, or nothing', () => {
  const openingTimes = [{ days: ['mon', 'tue'] as const, from: '09:00', to: '17:00' }];
  const places = [{ ...place, openingTimes }, place];
  const [, open, unknown] = textOf(placesCsv(places, 'https://a.example')).split(/\r\n(?=01HZX)/);
  expect(open).toContain(',"[{""days"":[""mon"",""tue""],""from"":""09:00"",""to"":""17:00""}]",');
  expect(unknown).not.toMatch(/null|\[/);
});

test('an entry has a telephone number only where it can be called', () => {
  const summaryOf = (phone: string) =>
    /<summary .*>(.*)<\/summary>/.exec(textOf(atomFeed([{ ...place, phone }], '')))?.[1];
  expect(summaryOf('0123456789')).toBe('Makanan &#38; Minuman · 012-345 6789');
  expect(summaryOf('tiada')).toBe('Makanan &#38; Minuman');
});

test('the feed has the first fifty places', () => {
  const feed = textOf(atomFeed(Array(51).fill(place), 'https://a.example'));
  expect(feed.match(/<entry>/g)).toHaveLength(50);
});
