import type { OpeningTimes } from '@directory/domain/catalogue';
import { expect, test } from 'vitest';
import { aPlace } from '../testing/fixtures.ts';
import { localBusiness } from './page-head.tsx';

const addresses = { page: 'https://directory.example/places/p1', image: null };
const placed = { businessName: 'Kedai Kopi', address: '12, Jalan Raja Alang' };

test('a place without an address is none that search engines take', () => {
  expect(localBusiness(aPlace({ address: null }), addresses)).toBeNull();
});

test('only what is known is said', () => {
  expect(localBusiness(aPlace(placed), addresses)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': 'https://directory.example/places/p1',
    name: 'Kedai Kopi',
    address: { '@type': 'PostalAddress', streetAddress: '12, Jalan Raja Alang' },
    url: 'https://directory.example/places/p1',
  });
});

test('all that is known is said', () => {
  const place = aPlace({
    ...placed,
    phone: '601-23456789',
    latitude: 0,
    longitude: 101.7,
    yearStarted: 1957,
    operatingHours: '24jam',
    website: 'kopi.example',
    facebook: 'https://facebook.com/kopi',
    instagram: 'javascript:alert(1)',
  });
  const image = 'https://directory.example/uploads/kopi-750.jpg';
  expect(localBusiness(place, { ...addresses, image })).toMatchObject({
    image,
    telephone: '+60123456789',
    geo: { '@type': 'GeoCoordinates', latitude: 0, longitude: 101.7 },
    foundingDate: '1957',
    openingHoursSpecification: [{ opens: '00:00', closes: '23:59' }],
    sameAs: ['https://kopi.example/', 'https://facebook.com/kopi'],
  });
});

test('parts of the day are not turned into hours', () => {
  const place = aPlace({ ...placed, operatingHours: 'Pagi-Petang' });
  expect(localBusiness(place, addresses)).not.toHaveProperty('openingHoursSpecification');
});

test('exact times are said day by day, past midnight too', () => {
  const openingTimes: OpeningTimes = [
    { days: ['mon', 'fri'], from: '09:00', to: '12:30' },
    { days: ['sat'], from: '17:00', to: '02:00' },
    { days: ['sun'], from: '00:00', to: '00:00' },
    { days: ['wed'], from: '09:00', to: '09:00' },
  ];
  const hours = { '@type': 'OpeningHoursSpecification' };
  expect(localBusiness(aPlace({ ...placed, openingTimes }), addresses)).toMatchObject({
    openingHoursSpecification: [
      { ...hours, dayOfWeek: ['Monday', 'Friday'], opens: '09:00', closes: '12:30' },
      { ...hours, dayOfWeek: ['Saturday'], opens: '17:00', closes: '02:00' },
      { ...hours, dayOfWeek: ['Sunday'], opens: '00:00', closes: '23:59' },
      { ...hours, dayOfWeek: ['Wednesday'], opens: '00:00', closes: '23:59' },
    ],
  });
});
