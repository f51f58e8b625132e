import { isBusinessId } from '@directory/domain';
import { describe, expect, test } from 'vitest';
import { parsePlace } from './parse-place.ts';
import { aRow } from './testing/rows.ts';

test('parsePlace returns the values of a row, and null for missing ones', () => {
  const { place } = parsePlace(
    aRow({
      name: ' Al-Islam   Specialist Hospital ',
      category: 'amenity=hospital',
      phone: '+60326931007',
      website: 'http://alislam.example/',
      address: '85, Lorong Raja Muda Musa, 50300',
      openingHours: '24/7',
    }),
  );
  expect(place).toMatchObject({ source: aRow().source, licence: aRow().licence });
  expect(place?.details).toEqual({
    businessName: 'Al-Islam Specialist Hospital',
    phone: '032-6931007',
    operatingHours: '24jam',
    openingTimes: [
      { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '00:00' },
    ],
    yearStarted: null,
    email: null,
    website: 'http://alislam.example/',
    facebook: null,
    instagram: null,
    youtube: null,
    tiktok: null,
    whatsapp: null,
    location: null,
    onlineOrder: null,
    address: '85, Lorong Raja Muda Musa, 50300',
    synopsis: null,
    businessInfo: 'Kesihatan',
    subCategory: 'Hospital',
    kampong: 'Raja Muda',
    facilities: [],
    imagePath: null,
    latitude: 3.1642,
    longitude: 101.7034,
  });
});

test('parsePlace needs only a name, a source and a licence', () => {
  const { place } = parsePlace({ name: 'Kedai', source: 'somewhere', licence: 'CC0-1.0' });
  expect(place?.details).toMatchObject({
    businessName: 'Kedai',
    businessInfo: 'Perniagaan Pelbagai',
    subCategory: null,
    latitude: null,
  });
});

test('line breaks of HTML are spaces', () => {
  const { place } = parsePlace(aRow({ name: 'Kedai<br>Kopi<BR/>Raja<br />Alang' }));
  expect(place?.details.businessName).toBe('Kedai Kopi Raja Alang');
});

test('the name decides on a sub-category that no tag names', () => {
  const category = 'amenity=place_of_worship; religion=muslim';
  const { place } = parsePlace(aRow({ name: 'Surau Al-Ikhlas', category }));
  expect(place?.details.subCategory).toBe('Surau');
});

test('an empty text is no ignored value', () => {
  const parsed = parsePlace(aRow({ phone: '', website: '', openingHours: '', owner: '' }));
  expect(parsed).toHaveProperty('ignored', []);
});

test('opening times that differ by day are no ignored value', () => {
  const parsed = parsePlace(aRow({ openingHours: 'Mo-Fr 08:00-17:00; Sa 09:00-13:00' }));
  expect(parsed).toMatchObject({ place: { details: { operatingHours: null } }, ignored: [] });
});

describe('parsePlace refuses', () => {
  test.each([
    ['no object', 'text', /^the row has no fields$/],
    ['no name', aRow({ name: null }), /^name: a name is missing$/],
    ['a blank name', aRow({ name: '  ' }), /^name: a name is missing$/],
    ['a name that is no text', aRow({ name: { $ne: null } }), /^name: must be text$/],
    ['an endless name', aRow({ name: 'x'.repeat(121) }), /^name: Use at most 120/],
    ['no source', aRow({ source: null }), /^source: the source is missing$/],
    ['no licence', aRow({ licence: undefined }), /^licence: no licence is stated$/],
    ['a licence not stated', aRow({ licence: 'none stated (facts only)' }), /no clear licence/],
    ['a licence unclear', aRow({ licence: 'MIT; its terms unclear' }), /no clear licence/],
    ['a licence "Not stated"', aRow({ licence: 'Not stated' }), /no clear licence/],
    ['a licence unknown', aRow({ licence: 'unknown' }), /no clear licence/],
    ['a licence stated in part', aRow({ licence: 'none stated + MIT' }), /no clear licence/],
    ['a latitude off the globe', aRow({ latitude: 91 }), /^latitude: Enter degrees/],
    ['a longitude off the globe', aRow({ longitude: -181 }), /^longitude: Enter degrees/],
    ['a latitude that is no number', aRow({ latitude: 'north' }), /^latitude: /],
    ['a phone in pieces', aRow({ phone: { number: 1 } }), /^phone: must be text or a number$/],
    ['a list', [], /^the row has no fields$/],
    ['two faults', aRow({ name: null, licence: null }), /name: .*; licence: /],
  ])('%s', (_, row, reason) => {
    const result = parsePlace(row);
    expect(result.place === null && result.reason).toMatch(reason);
  });
});

describe('phone numbers', () => {
  test.each([
    ['603 - 2715 2069', '032-7152069'],
    ['+60 12-390 2339', '012-3902339'],
    [' +60 82-123 456', '082-123456'],
    ['+60 82-123 456', '082-123456'],
    ['60340311892', '034-0311892'],
    ['03-2600 3000', '032-6003000'],
    ['018 - 9818 977(DINESH)', '018-9818977'],
    ['03-2600 3000 / 03-2600 3001', '032-6003000'],
    ['6031234567', '603-1234567'],
    ['+64 4-476 2063', '644-4762063'],
    ['+49 12345 12345678', null],
    ['NO LANDLINE', null],
    ['999', null],
    ['123456', null],
    ['7152069', '715-2069'],
    ['123456789012', '123-456789012'],
    ['1234567890123', null],
    ['+123 4567890123', null],
    ['03-2600 3000; 03-2600 3001', '032-6003000'],
    ['03-2600 3000, 03-2600 3001', '032-6003000'],
    ['03-2600 3000 Or 03-2600 3001', '032-6003000'],
    ['03-2600 3000 dan 03-2600 3001', '032-6003000'],
    [60326931007, '032-6931007'],
    [601112345678, '011-12345678'],
    ['+60 (0)3-2600 3000', '032-6003000'],
    ['193555161', '019-3555161'],
    [1112345678, '011-12345678'],
    [326931007, '032-6931007'],
    ['1300882525', '130-0882525'],
    ['+123456789', '123-456789'],
    [{ number: 1 }, 'refused'],
  ])('%s is formatted as %s', (phone, expected) => {
    const { place } = parsePlace(aRow({ phone }));
    expect(place ? place.details.phone : 'refused').toBe(expected);
  });
});

describe('links', () => {
  test.each([
    ['http://www.levain.com.my/', { website: 'http://www.levain.com.my/' }],
    ['www.citras.com.my', { website: 'http://www.citras.com.my' }],
    [' www.citras.com.my ', { website: 'http://www.citras.com.my' }],
    ['citras.com.my/menu', { website: 'http://citras.com.my/menu' }],
    ['https://m.facebook.com/feeka', { website: null, facebook: 'https://m.facebook.com/feeka' }],
    ['https://notfacebook.com/', { website: 'https://notfacebook.com/', facebook: null }],
    ['https://www.instagram.com/x', { website: null, instagram: 'https://www.instagram.com/x' }],
    ['https://fb.com/feeka', { website: null, facebook: 'https://fb.com/feeka' }],
    ['https://www.youtube.com/@x', { website: null, youtube: 'https://www.youtube.com/@x' }],
    ['https://youtu.be/x', { website: null, youtube: 'https://youtu.be/x' }],
    ['https://www.tiktok.com/@x', { website: null, tiktok: 'https://www.tiktok.com/@x' }],
    ['javascript:alert(1)', { website: null }],
    ['ftp://files.example/', { website: null }],
    ['http://user:secret@host.example/', { website: null }],
    ['http://localhost/', { website: null }],
    ['not a link', { website: null }],
  ])('%s', (website, expected) => {
    const parsed = parsePlace(aRow({ website }));
    expect(parsed.place?.details).toMatchObject(expected);
    const hasLink = Object.values(expected).some((link) => link !== null);
    expect(parsed).toHaveProperty('ignored', hasLink ? [] : ['website: no valid link']);
  });
});

describe('the kampong', () => {
  test.each([
    ['Stesen Chow Kit', null, 'Chow Kit'],
    ['KFC', 'Jalan Raja Laut, CHOW KIT, Kuala Lumpur', 'Chow Kit'],
    ['Hospital', 'Jalan Raja Muda Abdul Aziz', 'Raja Muda'],
    ['Warung', 'Kg. Atas  A', 'Kampung Atas A'],
    ['Warung', 'Kampong Sg. Baru', 'Sungai Baru'],
    ['Masjid Raja Alang', null, null],
    ['Chow Kitchen', null, null],
    ['Kedai', 'Jalan Raja Muda, Chow Kit', null],
  ])('%s, %s: %s', (name, address, kampong) => {
    expect(parsePlace(aRow({ name, address })).place?.details.kampong).toBe(kampong);
  });

  test.each([
    ['2.9 km from the village', 3.1906, 101.7045, 'Raja Muda'],
    ['3.1 km from the village', 3.1924, 101.7045, null],
    ['in another town', 3.0419, 101.4457, null],
    ['without a position', null, null, 'Raja Muda'],
  ])('of a street of that name %s', (_where, latitude, longitude, kampong) => {
    const row = aRow({ address: 'Jalan Raja Muda', latitude, longitude });
    expect(parsePlace(row).place?.details.kampong).toBe(kampong);
  });
});

describe('the pin', () => {
  test.each([
    ['exact', 3.1642],
    ['building', 3.1642],
    ['stop', 3.1642],
    [null, 3.1642],
    ['street', null],
    ['area', null],
  ])('of precision %s is at latitude %s', (coordinatePrecision, latitude) => {
    expect(parsePlace(aRow({ coordinatePrecision })).place?.details.latitude).toBe(latitude);
  });

  test.each([
    [0, 0],
    ['0', '-0.0'],
  ])('at %s, %s is missing, as programs write that for no position', (latitude, longitude) => {
    const address = 'Jalan Raja Muda';
    const parsed = parsePlace(aRow({ address, latitude, longitude }));
    expect(parsed.place?.details).toMatchObject({
      latitude: null,
      longitude: null,
      kampong: 'Raja Muda',
    });
    expect(parsed).toHaveProperty('ignored', ['longitude: 0, 0 is not a real position']);
    const onEquator = parsePlace(aRow({ latitude: 0, longitude: 9.4 })).place?.details;
    expect(onEquator).toMatchObject({ latitude: 0, longitude: 9.4 });
  });

  test.each([
    [' ', ' ', 'exact', []],
    [3.1642, ' ', 'exact', []],
    [0, 9.4, 'street', ['latitude: only the position of a street or an area']],
    [51.5, 0, 'street', ['latitude: only the position of a street or an area']],
    [0, 0, 'street', ['longitude: 0, 0 is not a real position']],
  ])('at %j, %j of precision %s has the remarks %j', (latitude, longitude, precision, remarks) => {
    const parsed = parsePlace(aRow({ latitude, longitude, coordinatePrecision: precision }));
    expect(parsed).toHaveProperty('ignored', remarks);
  });

  test('is parsed from text, as in CSV', () => {
    const { place } = parsePlace(aRow({ latitude: '3.1642', longitude: '101.7034' }));
    expect(place?.details).toMatchObject({ latitude: 3.1642, longitude: 101.7034 });
  });
});

describe('the id of a place', () => {
  test('does not depend on other values', () => {
    const first = parsePlace(aRow({ phone: '03-2600 3000' })).place;
    const second = parsePlace(aRow({ phone: null, category: 'shop=yes' })).place;
    expect(first?.id).toBe(second?.id);
    expect(first?.id).toBe('03BNNBGQWXBE1X7HGQ8NT9YG80');
  });

  test('depends on source, name and coordinates', () => {
    const rows = [
      aRow(),
      aRow({ source: 'another' }),
      aRow({ name: 'Another' }),
      aRow({ latitude: 3.1643 }),
      aRow({ latitude: null, longitude: null }),
    ];
    const ids = rows.map((row) => parsePlace(row).place?.id);
    expect(new Set(ids).size).toBe(rows.length);
    expect(ids.every((id) => id !== undefined && isBusinessId(id))).toBe(true);
  });

  test('depends on the address only without coordinates', () => {
    const idAt = (given: Parameters<typeof aRow>[0]) => parsePlace(aRow(given)).place?.id;
    const unlocated = { latitude: null, longitude: null };
    expect(idAt({ ...unlocated, address: 'Jalan Daud 7' })).not.toBe(
      idAt({ ...unlocated, address: 'Jalan Raja Abdullah 1' }),
    );
    expect(idAt({ address: 'Jalan Daud 7' })).toBe(idAt({ address: 'Jalan Raja Abdullah 1' }));
  });
});
