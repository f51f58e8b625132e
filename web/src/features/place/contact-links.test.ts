import { expect, test } from 'vitest';
import { aPlace } from '../../testing/fixtures.ts';
import { contactLinks, directionsLinks } from './contact-links.ts';

const hrefs = (given: Parameters<typeof aPlace>[0]) => {
  const { main, web } = contactLinks(aPlace(given));
  return Object.fromEntries([...main, ...web].map(({ channel, href }) => [channel, href]));
};

test('a place without contacts has no contact links', () => {
  expect(contactLinks(aPlace())).toEqual({ main: [], web: [] });
});

test('whatsapp links to digits only, with the code of Malaysia for a leading zero', () => {
  expect(hrefs({ whatsapp: '012-345 6789' })).toEqual({ whatsapp: 'https://wa.me/60123456789' });
  expect(hrefs({ whatsapp: '+60 12-3456789' })).toEqual({ whatsapp: 'https://wa.me/60123456789' });
});

test('a phone number becomes a link that dials from anywhere, shown as Malaysians write it', () => {
  expect(contactLinks(aPlace({ phone: '032-6931007' })).main).toEqual([
    { channel: 'phone', href: 'tel:+60326931007', number: '03-2693 1007' },
  ]);
  expect(hrefs({ phone: 'ask at the counter' })).toEqual({});
});

test('directions are beside the number, and the map link of the owner is among the web links', () => {
  const { main, web } = contactLinks(
    aPlace({ phone: '032-6931007', address: 'Jalan Daud', location: 'https://maps.example.com/x' }),
  );
  expect(main.map(({ channel }) => channel)).toEqual(['phone', 'directions']);
  expect(web).toEqual([
    { channel: 'directions', href: 'https://maps.example.com/x', number: null },
  ]);
});

test('links of the web appear when present and safe, and only then', () => {
  expect(
    hrefs({
      website: 'https://example.com',
      facebook: 'facebook.com/makteh',
      instagram: 'javascript:alert(1)',
      tiktok: '',
      onlineOrder: 'https://order.example.com/',
    }),
  ).toEqual({
    onlineOrder: 'https://order.example.com/',
    website: 'https://example.com/',
    facebook: 'https://facebook.com/makteh',
  });
});

test('directions lead to the pin, also on the equator and the prime meridian', () => {
  expect(directionsLinks(aPlace({ latitude: 0, longitude: 0, address: 'Jalan Daud' }))).toEqual({
    google: 'https://www.google.com/maps/dir/?api=1&destination=0%2C0',
    waze: 'https://waze.com/ul?ll=0%2C0&navigate=yes',
    openStreetMap: 'https://www.openstreetmap.org/?mlat=0&mlon=0#map=17/0/0',
  });
});

test('directions lead to name and address without a pin', () => {
  const place = aPlace({ businessName: 'Kopi & Roti', address: '12, Jalan Daud' });
  expect(directionsLinks(place)).toEqual({
    google: 'https://www.google.com/maps/dir/?api=1&destination=Kopi+%26+Roti%2C+12%2C+Jalan+Daud',
    waze: 'https://waze.com/ul?q=Kopi+%26+Roti%2C+12%2C+Jalan+Daud&navigate=yes',
    openStreetMap: 'https://www.openstreetmap.org/search?query=12%2C+Jalan+Daud',
  });
});

test('a place without a pin and an address has no directions', () => {
  expect(directionsLinks(aPlace({ address: ' ' }))).toBeNull();
});
