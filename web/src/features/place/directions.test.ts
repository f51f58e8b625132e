import { expect, test } from 'vitest';
import { aPlace } from '../../testing/fixtures.ts';
import { directionsLinks } from './directions.ts';

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
