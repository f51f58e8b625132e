import { describe, expect, test } from 'vitest';
import {
  clickLinkRequest,
  decideBusinessRequest,
  editBusinessRequest,
  submitBusinessRequest,
} from './business-requests.ts';

const submit = submitBusinessRequest(2026);
const edit = editBusinessRequest(2026);

const complete = {
  businessName: '  Nasi Lemak Wanjo ',
  phone: '0123456789',
  operatingHours: 'Pagi-Tengah Hari',
  yearStarted: '1963',
  email: 'wanjo@example.com',
  address: 'Jalan Raja Muda Musa',
  synopsis: 'Nasi lemak since 1963.',
  businessInfo: 'Makanan & Minuman',
  subCategory: 'Restoran',
  kampong: 'Kampung Masjid',
  facilities: '["Surau","Tandas"]',
  latitude: '3.1645',
  longitude: '101.7045',
};

function problemsOf(input: object): Record<string, string> {
  const result = submit.safeParse({ ...complete, ...input });
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues.map(({ path, message }) => [path.join('.'), message]),
  );
}

describe('a submission', () => {
  test('is parsed from the texts of a form', () => {
    expect(submit.parse(complete)).toEqual({
      businessName: 'Nasi Lemak Wanjo',
      phone: '012-3456789',
      operatingHours: 'Pagi-Tengahhari',
      openingTimes: null,
      yearStarted: 1963,
      email: 'wanjo@example.com',
      website: null,
      facebook: null,
      instagram: null,
      youtube: null,
      tiktok: null,
      whatsapp: null,
      location: null,
      onlineOrder: null,
      address: 'Jalan Raja Muda Musa',
      synopsis: 'Nasi lemak since 1963.',
      businessInfo: 'Makanan & Minuman',
      subCategory: 'Restoran',
      kampong: 'Kampung Masjid',
      facilities: ['Tandas', 'Surau'],
      latitude: 3.1645,
      longitude: 101.7045,
    });
  });

  test('without fields is refused with an error for each required one', () => {
    const result = submit.safeParse({});
    expect(result.error?.issues.map(({ path }) => path.join('.')).sort()).toEqual([
      'address',
      'businessInfo',
      'businessName',
      'email',
      'kampong',
      'latitude',
      'longitude',
      'operatingHours',
      'phone',
      'subCategory',
      'synopsis',
      'yearStarted',
    ]);
  });

  test('without a pin is refused with the hint to select a location on the map', () => {
    expect(problemsOf({ latitude: '', longitude: null })).toEqual({
      latitude: 'Please select a location on the map.',
      longitude: 'Please select a location on the map.',
    });
  });

  test.each([
    ['businessName', '   '],
    ['businessName', 'x'.repeat(121)],
    ['phone', 'call me'],
    ['phone', '12'],
    ['phone', `012-3456789${' '.repeat(30)}`],
    ['phone', { $gt: '' }],
    ['operatingHours', 'Malam-Pagi'],
    ['openingTimes', 'nine to five'],
    ['openingTimes', [{ days: [], from: '09:00', to: '17:00' }]],
    ['openingTimes', [{ days: ['mon'], from: '9:00', to: '17:00' }]],
    ['openingTimes', [{ days: ['mon'], from: '09:00', to: '24:00' }]],
    ['openingTimes', [{ days: ['monday'], from: '09:00', to: '17:00' }]],
    ['openingTimes', Array(22).fill({ days: ['mon'], from: '09:00', to: '17:00' })],
    ['openingTimes', { days: ['mon'], from: '09:00', to: '17:00' }],
    ['yearStarted', '999'],
    ['yearStarted', '2027'],
    ['yearStarted', 1999.5],
    ['yearStarted', '1e3'],
    ['email', 'nobody'],
    ['website', 'javascript:alert(1)'],
    ['website', 'https://bank.example@evil.example/'],
    ['website', 'https://:secret@example.com'],
    ['website', 'See https://example.com'],
    ['website', 'https://example.com or call'],
    ['website', 'example.com'],
    ['website', 'https://intranet/shop'],
    ['website', 'https:example.com'],
    ['website', 'https:/example.com'],
    ['website', 'https:\\\\example.com'],
    ['businessName', '\u200B\u2060'],
    ['location', 'data:text/html,hello'],
    ['synopsis', ['a', 'b']],
    ['businessInfo', 'Casino'],
    ['businessInfo', 'constructor'],
    ['subCategory', 'Masjid'],
    ['kampong', 'Kampung Lain'],
    ['facilities', '["Kolam"]'],
    ['facilities', '["Surau"'],
    ['facilities', Array(21).fill('Surau')],
    ['facilities', { $ne: null }],
    ['latitude', '91'],
    ['longitude', '-180.5'],
    ['latitude', 'north'],
  ])('with the %s %j is refused', (field, value) => {
    expect(Object.keys(problemsOf({ [field]: value }))).toEqual([field]);
  });

  test.each([
    [{ facilities: ['Surau', 'Tandas', 'Surau'] }, { facilities: ['Tandas', 'Surau'] }],
    [{ facilities: 'Surau' }, { facilities: ['Surau'] }],
    [{ facilities: '' }, { facilities: [] }],
    [{ openingTimes: '' }, { openingTimes: null }],
    [{ openingTimes: '[]' }, { openingTimes: null }],
    [
      { openingTimes: '[{"days":["tue","mon"],"from":"16:00","to":"02:00"}]' },
      { openingTimes: [{ days: ['mon', 'tue'], from: '16:00', to: '02:00' }] },
    ],
    [
      { openingTimes: [{ days: ['mon'], from: '00:00', to: '00:00', note: 'ignored' }] },
      { openingTimes: [{ days: ['mon'], from: '00:00', to: '00:00' }] },
    ],
    [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 0 },
    ],
    [{ yearStarted: 2026 }, { yearStarted: 2026 }],
    [{ yearStarted: '1000' }, { yearStarted: 1000 }],
    [
      { latitude: '-90', longitude: '180' },
      { latitude: -90, longitude: 180 },
    ],
    [{ phone: '1234567' }, { phone: '123-4567' }],
    [
      { website: ' ', whatsapp: ' ', openingTimes: ' ' },
      { website: null, whatsapp: null, openingTimes: null },
    ],
    [{ website: 'http://example.com' }, { website: 'http://example.com' }],
    [{ whatsapp: '+60 12 345 6789' }, { whatsapp: '601-23456789' }],
    [{ subCategory: 'Something new' }, { subCategory: 'Something new' }],
    [{ website: 'HTTPS://example.com' }, { website: 'HTTPS://example.com' }],
    [{ synopsis: 'a\u0000b\nc\u2029d' }, { synopsis: 'ab\nc\nd' }],
    [{ email: '\u200ewanjo@example.com\u200b' }, { email: 'wanjo@example.com' }],
    [{ businessName: 'Kedai\r\n\tAli' }, { businessName: 'Kedai Ali' }],
    [{ address: '1 Jalan Raja,\u2028KL' }, { address: '1 Jalan Raja, KL' }],
    [{ subCategory: 'Kedai\nBuku' }, { subCategory: 'Kedai Buku' }],
    [{ synopsis: 'half \uD83D, whole 🏠' }, { synopsis: 'half , whole 🏠' }],
    [{ businessName: 'moc\u202Eelpmaxe' }, { businessName: 'mocelpmaxe' }],
  ])('%j is parsed as %j', (input, expected) => {
    expect(submit.parse({ ...complete, ...input })).toMatchObject(expected);
  });

  test('ignores status, owner and image', () => {
    const smuggled = { status: 'approved', user_id: 'x', imagePath: '../../etc/passwd', id: 'x' };
    expect(submit.parse({ ...complete, ...smuggled })).toEqual(submit.parse(complete));
  });
});

describe('an edit', () => {
  test('contains only the fields that were sent', () => {
    expect(edit.parse({ phone: '03 2345 6789', website: '' })).toEqual({
      phone: '032-3456789',
      website: null,
    });
  });

  test('counts the answer of a lookup without an address as an empty address', () => {
    expect(edit.parse({ address: ' Address not found ' })).toEqual({ address: null });
    const result = submit.safeParse({ ...complete, address: 'Address not found' });
    expect(result.error?.issues).toMatchObject([
      { path: ['address'], message: 'Enter the address.' },
    ]);
  });

  test('ignores read-only fields', () => {
    const full = { id: 'x', adress: 'Elsewhere', status: 'Pending', views: 9, imagePath: 'a.jpg' };
    expect(edit.parse(full)).toEqual({});
  });

  test.each(['operatingHours', 'kampong', 'subCategory', 'phone', 'yearStarted', 'latitude'])(
    'may leave %s empty, as open data often does',
    (field) => {
      for (const empty of ['', null])
        expect(edit.parse({ [field]: empty })).toEqual({ [field]: null });
    },
  );

  test('cannot clear the name', () => {
    expect(edit.safeParse({ businessName: '' }).success).toBe(false);
    expect(edit.safeParse({ businessName: null }).success).toBe(false);
  });

  test('pollutes no prototype', () => {
    const body: unknown = JSON.parse('{"__proto__":{"status":"approved"},"phone":"0123456789"}');
    expect(Object.keys(edit.parse(body))).toEqual(['phone']);
    expect(Reflect.get({}, 'status')).toBeUndefined();
  });
});

describe('a decision', () => {
  test.each([
    [{ status: ' Approved ' }, { status: 'approved' }],
    [{ status: 'rejected', reason: 'Blurred' }, { reason: { code: 'other', text: 'Blurred' } }],
    [{ status: 'rejected', reason: { code: 'photo' } }, { reason: { code: 'photo', text: '' } }],
    [{ status: 'rejected', reason: '  ' }, { reason: null }],
    [{ status: 'rejected', revision: 3 }, { revision: 3 }],
    [{ status: 'rejected', revision: null }, { revision: null }],
  ])('%j is parsed as %j', (input, expected) => {
    expect(decideBusinessRequest.parse(input)).toMatchObject(expected);
  });

  test.each([
    [{ status: 'pending' }],
    [{ status: { $ne: 'rejected' } }],
    [{}],
    [{ status: 'rejected', reason: 'x'.repeat(501) }],
    [{ status: 'rejected', reason: { code: 'because', text: '' } }],
    [{ status: 'approved', revision: '3' }],
    [{ status: 'approved', revision: -1 }],
  ])('%j is refused', (input) => {
    expect(decideBusinessRequest.safeParse(input).success).toBe(false);
  });
});

test('a click with an unknown channel is refused', () => {
  expect(clickLinkRequest.safeParse({ channel: 'whatsapp' }).success).toBe(true);
  expect(clickLinkRequest.safeParse({ channel: 'telegram' }).success).toBe(false);
});
