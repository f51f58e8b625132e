import { expect, test } from 'vitest';
import { aPlace } from '../../testing/fixtures.ts';
import { contactLinks, mapLink } from './contact-links.ts';

const hrefs = (given: Parameters<typeof aPlace>[0]) =>
  Object.fromEntries(contactLinks(aPlace(given)).map(({ channel, href }) => [channel, href]));

test('a place without contacts has no contact links', () => {
  expect(contactLinks(aPlace())).toEqual([]);
});

test('whatsapp links to digits only, with the code of Malaysia for a leading zero', () => {
  expect(hrefs({ whatsapp: '012-345 6789' })).toEqual({ whatsapp: 'https://wa.me/60123456789' });
  expect(hrefs({ whatsapp: '+60 12-3456789' })).toEqual({ whatsapp: 'https://wa.me/60123456789' });
});

test('a phone number becomes a tel: link', () => {
  expect(hrefs({ phone: '03-2693 1007' })).toEqual({ phone: 'tel:0326931007' });
  expect(hrefs({ phone: '+60326931007' })).toEqual({ phone: 'tel:+60326931007' });
  expect(hrefs({ phone: 'ask at the counter' })).toEqual({});
});

test('links of the web appear when present and safe, and only then', () => {
  expect(
    hrefs({
      website: 'https://example.com',
      facebook: 'facebook.com/makteh',
      instagram: 'javascript:alert(1)',
      tiktok: '',
      onlineOrder: 'https://order.example.com/',
      location: 'https://maps.example.com/x',
    }),
  ).toEqual({
    onlineOrder: 'https://order.example.com/',
    website: 'https://example.com/',
    facebook: 'https://facebook.com/makteh',
    directions: 'https://maps.example.com/x',
  });
});

test('a point on the equator and the prime meridian is a point', () => {
  expect(mapLink(0, 0)).toBe('https://www.openstreetmap.org/?mlat=0&mlon=0#map=17/0/0');
});
