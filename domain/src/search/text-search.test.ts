import fc from 'fast-check';
import { expect, test } from 'vitest';
import { villageCentre } from '../catalogue/catalogue.ts';
import { weekdays } from '../catalogue/opening-times.ts';
import type { SearchedPlace } from './filters.ts';
import { fromVillage } from './find-places.ts';
import { aPlace } from './testing/places.ts';
import { kindsStartingWith, placeIndex, termOf, textSearch } from './text-search.ts';

const names = (places: readonly SearchedPlace[], q: string) =>
  textSearch(places)
    .search(q)
    .places.map(({ businessName }) => businessName);

const north = (metres: number) => ({
  latitude: villageCentre.latitude + metres / 111_000,
  longitude: villageCentre.longitude,
});

test('a name counts more than a kind, a street, a facility and the synopsis', () => {
  const list = [
    aPlace({ businessName: 'A', synopsis: 'Beside the surau' }),
    aPlace({ businessName: 'B', facilities: ['Surau'] }),
    aPlace({ businessName: 'C', address: '1, Jalan Surau' }),
    aPlace({ businessName: 'D', subCategory: 'Surau', businessInfo: 'Pasar' }),
    aPlace({ businessName: 'Surau Lama' }),
  ];
  expect(names(list, 'surau')).toEqual(['Surau Lama', 'D', 'C', 'B', 'A']);
});

test('equal matches are ordered by distance, those without a pin last', () => {
  const list = [
    aPlace({ businessName: 'KFC', address: 'no pin' }),
    aPlace({ businessName: 'KFC', address: 'far', ...north(2000) }),
    aPlace({ businessName: 'KFC', address: 'near', ...north(100) }),
  ];
  expect(
    textSearch(list)
      .search('kfc')
      .places.map(({ address }) => address),
  ).toEqual(['near', 'far', 'no pin']);
});

test('every word must match, by its beginning', () => {
  const list = [aPlace({ businessName: 'Masjid Jamek' }), aPlace({ businessName: 'Masjid India' })];
  expect(names(list, 'mas jam')).toEqual(['Masjid Jamek']);
});

test('a whole word counts more than the beginning of one', () => {
  const list = [
    aPlace({ businessName: 'Kedai Kopitiam' }),
    aPlace({ businessName: 'Kedai Lama Kopi' }),
  ];
  expect(names(list, 'kopi')).toEqual(['Kedai Lama Kopi', 'Kedai Kopitiam']);
});

test.each([
  ['spa', 'Blue Spa Laundry', 'Badminton Space'],
  ['bus', 'Bus Rental KL', 'Amber Business Plaza'],
  ['jam', 'Kedai Jam', 'Masjid Jamek'],
])(
  'the name of a kind, as %s, is that word in %s, and not the beginning of one in %s',
  (q, ...all) => {
    const list = all.map((businessName) => aPlace({ businessName }));
    expect(names(list, q)).toEqual(all.slice(0, 1));
  },
);

test('the name of a kind may begin a longer word of a category, as of one for sightseeing', () => {
  const list = ['Tarikan Pelancong', null].map((subCategory) =>
    aPlace({ businessName: 'Menara', businessInfo: 'Pelancongan', subCategory }),
  );
  expect(textSearch(list).search('sight').asTyped).toBe(2);
});

test.each(['dinner', 'makan malam', 'lunch', 'makan tengah hari', 'roti canai'])(
  'somebody who looks for %s finds a restaurant',
  (q) => {
    const kind = { businessInfo: 'Makanan & Minuman', subCategory: 'Restoran' };
    expect(names([aPlace({ businessName: 'Selera Kampung', ...kind })], q)).toHaveLength(1);
  },
);

test('a Chinese name is found by any part, a Tamil name by its vowels', () => {
  const list = ['新记茶餐室', 'Kopitiam 海南咖啡店', 'கோவில்', 'காவல்'].map((businessName) =>
    aPlace({ businessName }),
  );
  expect(names(list, '茶餐室')).toEqual(['新记茶餐室']);
  expect(names(list, '咖啡')).toEqual(['Kopitiam 海南咖啡店']);
  expect(names(list, 'கோவில்')).toEqual(['கோவில்']);
});

test('places that are always open are found by these words', () => {
  const list = [
    aPlace({ businessName: 'Klinik Ali', operatingHours: '24jam' }),
    aPlace({ businessName: 'Klinik Bakar', operatingHours: 'Pagi-Malam' }),
    aPlace({ businessName: 'Kedai Jam' }),
  ];
  for (const q of ['klinik 24 jam', 'Klinik 24jam', '24 hours', '24-hour klinik', 'buka 24 jam'])
    expect(names(list, q), q).toEqual(['Klinik Ali']);
  expect(names(list, 'jam')).toEqual(['Kedai Jam']);
});

test('a search with words for late hours finds the kind, places that are open late first', () => {
  const kind = { businessInfo: 'Kesihatan', subCategory: 'Klinik' } as const;
  const daily = (from: string, to: string) => [{ days: [...weekdays], from, to }];
  const list = [
    aPlace({ businessName: 'Klinik Siang', ...kind, openingTimes: daily('09:00', '17:00') }),
    aPlace({ businessName: 'Klinik Entah', ...kind }),
    aPlace({ businessName: 'Klinik Lewat', ...kind, openingTimes: daily('18:00', '02:00') }),
    aPlace({ businessName: 'Klinik Sentiasa', ...kind, operatingHours: '24jam' }),
    aPlace({ businessName: 'Kedai', operatingHours: '24jam' }),
  ];
  for (const q of ['clinic at night', 'clinic open late', 'klinik buka malam', 'late night clinic'])
    expect(names(list, q), q).toEqual([
      'Klinik Lewat',
      'Klinik Sentiasa',
      'Klinik Siang',
      'Klinik Entah',
    ]);
  expect(textSearch(list).search('clinic at night').correction).toBe('clinic');
  expect(names(list, 'open late')).toEqual(['Klinik Sentiasa', 'Kedai']);
  expect(names(list, 'clinic open now')).toEqual(['Klinik Sentiasa']);
});

test('words for late hours that have results of their own are searched for as typed', () => {
  const list = [
    aPlace({ businessName: 'Hotel Malam' }),
    aPlace({ businessName: 'Hotel', operatingHours: '24jam' }),
  ];
  expect(names(list, 'hotel malam')[0]).toBe('Hotel Malam');
  expect(textSearch(list).search('hotel malam').correction).toBeNull();
});

test('somebody who looks for durians finds a fruit shop', () => {
  const list = [aPlace({ businessName: 'MBG Fruit Shop' }), aPlace({ businessName: 'Kedai Buku' })];
  expect(names(list, 'durian')).toEqual(['MBG Fruit Shop']);
  expect(names(list, 'durians')).toEqual(['MBG Fruit Shop']);
});

test('singular and plural find the same, also where the spelling changes', () => {
  const list = [
    aPlace({ businessName: 'Ali Groceries' }),
    aPlace({ businessName: 'Grocery Bakar' }),
    aPlace({ businessName: 'Cik', businessInfo: 'Perniagaan Runcit', subCategory: 'Pasar Raya' }),
  ];
  expect(new Set(names(list, 'grocery'))).toEqual(new Set(names(list, 'groceries')));
  expect(names(list, 'grocery')).toHaveLength(3);
});

test('a word of praise is left out, and a name that has it comes first', () => {
  const list = [aPlace({ businessName: 'Warung Ali' }), aPlace({ businessName: 'Warung Sedap' })];
  expect(names(list, 'warung sedap')).toEqual(['Warung Sedap', 'Warung Ali']);
  expect(names(list, 'sedap')).toEqual(['Warung Sedap']);
});

test('a name that begins with a small word comes first when it is typed with it', () => {
  const list = [aPlace({ businessName: 'New Pantai Office' }), aPlace({ businessName: 'myNEWS' })];
  expect(names(list, 'my news')).toEqual(['myNEWS', 'New Pantai Office']);
});

test('a name that has all that was typed, also a small word, comes before those that begin with the others', () => {
  const list = ['Dobi Queen', 'Kedai Dobi Saya'].map((businessName) => aPlace({ businessName }));
  expect(names(list, 'dobi saya')).toEqual(['Kedai Dobi Saya', 'Dobi Queen']);
});

test('small words are left out of a search that has others', () => {
  const list = [aPlace({ businessName: 'Kedai Buku', address: '7, Jalan Delima' })];
  expect(names(list, 'books near me')).toEqual(['Kedai Buku']);
  expect(names(list, 'kedai buku terdekat')).toEqual(['Kedai Buku']);
  expect(names(list, 'No. 7, Jalan Delima')).toEqual(['Kedai Buku']);
  expect(names(list, 'where is the kedai buku')).toEqual(['Kedai Buku']);
  expect(names(list, 'nak cari kedai buku berdekatan kat mana')).toEqual(['Kedai Buku']);
  expect(names(list, 'cheap books')).toEqual(['Kedai Buku']);
  expect(names(list, 'kedai buku murah')).toEqual(['Kedai Buku']);
  expect(names(list, 'me')).toEqual([]);
});

test('a search for what is near and nothing else finds every place, the nearest to the village first', () => {
  const list = [
    aPlace({ businessName: 'Gudang', ...north(2000) }),
    aPlace({ businessName: 'Kedai', ...north(100) }),
  ];
  for (const q of ['near me', 'Nearby', 'near here', 'dekat sini', 'terdekat', '附近'])
    expect(textSearch(list).search(q)).toMatchObject({
      places: [{ businessName: 'Kedai' }, {}],
      asTyped: 2,
    });
  const named = [...list, aPlace({ businessName: 'Near Kopi' })];
  expect(names(named, 'near')).toEqual(['Near Kopi', 'Kedai', 'Gudang']);
  const synopsis = 'Near the mosque, in Medan Tuanku';
  expect(names([...list, aPlace({ synopsis })], 'near me')).toHaveLength(3);
});

test.each([
  ['where to eat', 'Makanan & Minuman', null],
  ['brunch', 'Makanan & Minuman', null],
  ['where to pray', 'Tempat Ibadah', 'Surau'],
  ['where can i pray', 'Tempat Ibadah', 'Surau'],
  ['roti john', 'Makanan & Minuman', 'Roti & Kek'],
  ['passport photo', 'Perkhidmatan Profesional', 'Percetakan & Fotografi'],
  ['servis aircond', 'Elektronik & Elektrik', 'Pembaikan Elektronik'],
  ['money exchange', 'Kewangan', 'Pengurup Wang Berlesen'],
  ['currency exchange', 'Kewangan', 'Pengurup Wang Berlesen'],
  ['atm machine', 'Kewangan', 'ATM'],
] as const)('"%s" finds places of %s', (q, businessInfo, subCategory) => {
  const list = [
    aPlace({ businessName: 'Kedai Kain', businessInfo: 'Fesyen & Pakaian' }),
    aPlace({ businessName: 'Seri', businessInfo, subCategory }),
  ];
  expect(names(list, q)).toEqual(['Seri']);
});

test('a name of two letters is found before one that shares the second', () => {
  const list = [
    aPlace({ businessName: 'M & W Restaurant', address: 'Ampang', ...north(100) }),
    aPlace({ businessName: 'A&W', ...north(2000) }),
  ];
  expect(names(list, 'a&w')[0]).toBe('A&W');
  expect(names(list, 'w')[0]).toBe('M & W Restaurant');
});

test('a place that is found as typed comes before those with a typing error', () => {
  const list = [aPlace({ businessName: 'Singar' }), aPlace({ businessName: 'Singer' })];
  expect(names(list, 'singer')).toEqual(['Singer', 'Singar']);
});

test('a place that is found as typed comes before a kind that is named with a typing error', () => {
  const list = [
    aPlace({ businessName: 'Lang Hospital', businessInfo: 'Kesihatan', ...north(100) }),
    aPlace({ businessName: 'HealthLand', businessInfo: 'Pusat kecantikan', ...north(2000) }),
  ];
  expect(names(list, 'HealthLand')).toEqual(['HealthLand', 'Lang Hospital']);
});

test('a name is no typing error for a word that people type for a category', () => {
  const list = [
    aPlace({ businessName: 'Hotel New Winner', businessInfo: 'Hotel & Penginapan' }),
    aPlace({ businessName: 'Feeka', subCategory: 'Kafe' }),
  ];
  expect(names(list, 'winner')).toEqual(['Hotel New Winner']);
  expect(names(list, 'diner')[0]).toBe('Feeka');
});

test('a kind that is named comes before names with the same word', () => {
  const list = [
    aPlace({ businessName: 'Kafe Mart', businessInfo: 'Perniagaan Runcit' }),
    aPlace({ businessName: 'Feeka', subCategory: 'Kafe' }),
  ];
  expect(names(list, 'kafe')).toEqual(['Feeka', 'Kafe Mart']);
});

test('of the places of a kind that is named, those that have all the words themselves come first', () => {
  const list = [
    aPlace({ businessName: 'Nasi Kandar Pelita', subCategory: 'Restoran', ...north(100) }),
    aPlace({ businessName: 'Burger Ali', subCategory: 'Restoran', ...north(200) }),
    aPlace({ businessName: 'Warung Mak Teh', synopsis: 'Nasi lemak dari pagi', ...north(2000) }),
    aPlace({ businessName: 'Nasi Lemak Cik', subCategory: 'Restoran', ...north(3000) }),
    aPlace({ businessName: 'Nasi Lemak Beku', businessInfo: 'Perniagaan Runcit', ...north(50) }),
  ];
  expect(names(list, 'nasi lemak')).toEqual([
    'Nasi Lemak Cik',
    'Warung Mak Teh',
    'Nasi Kandar Pelita',
    'Burger Ali',
    'Nasi Lemak Beku',
  ]);
});

test('a correction is null when nothing near is known, and another search is suggested', () => {
  const list = [aPlace({ businessName: 'Masjid Jamek' })];
  expect(textSearch(list).search('xyzzy')).toMatchObject({
    places: [],
    correction: null,
    suggestion: null,
  });
  expect(textSearch(list).search('masjid xyzzy')).toMatchObject({
    places: [],
    suggestion: 'masjid',
  });
});

test('of words with equally few errors the one that more places have is the correction', () => {
  const list = ['Rumah Lampu', 'Rumah Tampu', 'Toko Tampu'].map((businessName) =>
    aPlace({ businessName }),
  );
  expect(textSearch(list).search('xampu').correction).toBe('tampu');
});

test('a usual word is not corrected to another', () => {
  const { search } = textSearch([aPlace({ businessName: 'Klinik Gigi Mini' })]);
  expect(search('mimi').correction).toBe('mini');
  expect(search('di sini').correction).toBeNull();
  expect(textSearch([aPlace({ businessName: 'Crab House' })]).search('grab').correction).toBeNull();
  expect(search('dia')).toMatchObject({ places: [], correction: null, suggestion: null });
  expect(search('sini gigii').correction).toBe('gigi');
  const fried = textSearch([aPlace({ businessName: 'Ayam Murah' })]).search;
  expect(fried('ayah merah')).toMatchObject({ places: [], correction: null, suggestion: null });
  expect(fried('ayan')).toMatchObject({ correction: 'ayam' });
});

test('what is spelled in two ways is found by each', () => {
  const telor = aPlace({ businessName: 'Nasi Telor Pakcik' });
  const { search } = textSearch([telor, aPlace({ businessName: 'Nasi Teluk Intan' })]);
  for (const q of ['telur', 'nasi telur', 'nasi telor'])
    expect(search(q)).toMatchObject({ places: [telor], correction: null });
});

test('of Chinese words another search is suggested only if it names a kind', () => {
  const list = [
    aPlace({ businessInfo: 'Pengangkutan', subCategory: 'Stesen Rel' }),
    aPlace({ businessInfo: 'Hotel & Penginapan', subCategory: 'Hotel' }),
  ];
  expect(textSearch(list).search('火锅')).toMatchObject({ places: [], suggestion: null });
  expect(textSearch(list).search('酒店火锅')).toMatchObject({ places: [], suggestion: '酒店' });
  expect(textSearch(list).search('最好的酒店').places).toHaveLength(1);
});

test.each([
  ['saya lapar', 'Makanan & Minuman', 'Restoran'],
  ['nak makan apa', 'Makanan & Minuman', 'Restoran'],
  ['晚餐', 'Makanan & Minuman', 'Gerai'],
  ['உணவகம்', 'Makanan & Minuman', 'Restoran'],
  ['附近的餐厅', 'Makanan & Minuman', 'Restoran'],
  ['哪里有好吃的', 'Makanan & Minuman', 'Gerai'],
  ['காபி கடை', 'Makanan & Minuman', 'Kafe'],
  ['அருகில் உணவகம்', 'Makanan & Minuman', 'Restoran'],
  ['tempat lepak', 'Makanan & Minuman', 'Kafe'],
  ['nak lepak', 'Makanan & Minuman', 'Kafe'],
  ['makanan cina', 'Makanan & Minuman', 'Restoran'],
  ['清真寺', 'Tempat Ibadah', 'Masjid'],
  ['கோயில்', 'Tempat Ibadah', null],
  ['药房', 'Kesihatan', 'Farmasi'],
  ['digi', 'Elektronik & Elektrik', 'Telefon Bimbit'],
  ['maxis', 'Elektronik & Elektrik', 'Telefon Bimbit'],
  ['餐廳', 'Makanan & Minuman', 'Restoran'],
] as const)('"%s" finds %s, %s', (q, businessInfo, subCategory) => {
  const wanted = aPlace({ businessName: 'Wanted', businessInfo, subCategory });
  const others = ['Crab Repairs', 'Gigi', 'Maxim', 'Lipas'].map((businessName) =>
    aPlace({ businessName, businessInfo: 'Pasar', subCategory: null }),
  );
  const { places, correction } = textSearch([...others, wanted]).search(q);
  expect(places[0]?.businessName).toBe('Wanted');
  expect(correction).toBeNull();
});

test('the spelling of the first three unknown words is corrected, and of no more', () => {
  const { search } = textSearch([aPlace({ businessName: 'Nasi Kandar Beratur Pelita Ampang' })]);
  expect(search('nasi kandarr beraturr pelitta')).toMatchObject({
    correction: 'nasi kandar beratur pelita',
  });
  expect(search('kandarr beraturr pelitta ampangg')).toMatchObject({
    places: [],
    correction: null,
  });
});

test('a word is suggested for one with two errors, and not with three', () => {
  const { search } = textSearch([aPlace({ businessName: 'Selangorian' })]);
  expect(search('selxngorixn')).toMatchObject({ correction: 'selangorian' });
  expect(search('sxlxngorixn')).toMatchObject({ places: [], suggestion: null });
  expect(textSearch([aPlace({ businessName: 'Ampang' })]).search('ampxnx').suggestion).toBe(
    'ampang',
  );
});

test('no word that begins with another letter is suggested for a short one with two errors', () => {
  const { search } = textSearch([aPlace({ businessName: 'Cucian Kering' })]);
  expect(search('durian')).toMatchObject({ places: [], suggestion: null });
  expect(search('cucxxn')).toMatchObject({ suggestion: 'cucian' });
});

test('the first words of a search are suggested rather than the last', () => {
  const list = [
    aPlace({ businessName: 'Hotel Royce' }),
    aPlace({ businessName: 'Klinik Gigi Yong' }),
    aPlace({ businessName: 'Stesen KLCC', address: 'Kampung Baru' }),
  ];
  const suggested = (q: string) => textSearch(list).search(q).suggestion;
  expect(suggested('hotel klcc')).toBe('hotel');
  expect(suggested('xyzzy hotel')).toBe('hotel');
  expect(suggested('klinik gigi kampung baru')).toBe('klinik gigi');
  expect(suggested('royce kampung baru')).toBe('royce');
});

test('a kind that nobody lists is suggested, as its name finds those nearest to it', () => {
  const list = [
    aPlace({
      businessName: 'Hotel Royce',
      businessInfo: 'Hotel & Penginapan',
      subCategory: 'Hotel',
    }),
    aPlace({ businessName: 'Stesen KLCC', address: 'Kampung Baru' }),
  ];
  const { search } = textSearch(list);
  expect(search('homestay kampung baru')).toMatchObject({ places: [], suggestion: 'homestay' });
  expect(search('homestay').places.map(({ businessName }) => businessName)).toEqual([
    'Hotel Royce',
  ]);
  expect(search('tuition maths')).toMatchObject({ places: [], suggestion: null });
});

test('no word is suggested beside others that only the longer word of a place begins with', () => {
  const list = [
    aPlace({ businessName: "Didie's Kitchen", subCategory: 'Kafe' }),
    aPlace({ businessName: 'Stesen Chow Kit', businessInfo: 'Pengangkutan' }),
  ];
  expect(textSearch(list).search('cafe near chow kit')).toMatchObject({
    places: [],
    suggestion: 'cafe',
  });
});

test('a word is suggested that a place has in the plural', () => {
  const list = [aPlace({ businessName: 'Siti Advocates' })];
  expect(textSearch(list).search('advocate xyzzy')).toMatchObject({
    places: [],
    suggestion: 'advocate',
  });
});

test('a word less is suggested rather than another word with two errors corrected', () => {
  const list = [
    aPlace({ businessName: 'Anjappar', subCategory: 'Restoran' }),
    aPlace({ businessName: 'KFC', address: 'Jalan Kordon' }),
  ];
  expect(textSearch(list).search('korean food').suggestion).toBe('food');
});

test('no two words of a place, joined, are suggested', () => {
  const list = [aPlace({ businessName: 'Sing Kee', address: 'Platinum Park, No 11' })];
  expect(textSearch(list).search('parking').suggestion).toBeNull();
  expect(textSearch(list).search('songket').suggestion).toBeNull();
  expect(textSearch(list).search('sinkee').correction).toBe('singkee');
});

test('a word of a place is suggested, also where another place has its halves as neighbours', () => {
  const list = [aPlace({ businessName: 'Singkee' }), aPlace({ businessName: 'Sing Kee' })];
  expect(textSearch(list).search('songket').suggestion).toBe('singkee');
});

test('no small word is suggested', () => {
  const list = [aPlace({ businessName: 'The Manhattan', businessInfo: 'Pasar' })];
  expect(textSearch(list).search('teh')).toMatchObject({ places: [], suggestion: null });
});

test('several single letters are whole words, and one the beginning of any', () => {
  const list = ['Warung Aman', 'A&W', 'The Ali', 'A & W Bangsar'].map((businessName) =>
    aPlace({ businessName }),
  );
  expect(names(list, 'a&w')).toEqual(['A&W', 'A & W Bangsar']);
  expect(names(list, 'h&m')).toEqual([]);
  expect(names(list, 'a')).toHaveLength(4);
  expect(names(list, 'the a')).toEqual(['The Ali']);
});

test('no single letter is suggested', () => {
  const list = [aPlace({ businessName: 'Menara U, Tingkat 3' })];
  expect(textSearch(list).search('u mobile')).toMatchObject({ places: [], suggestion: null });
  expect(textSearch(list).search('u mobile menara').suggestion).toBe('u menara');
});

test('a sub-category that nobody lists is named, and the places of its category are found', () => {
  const pharmacy = aPlace({
    businessName: 'Farmasi Lama',
    businessInfo: 'Kesihatan',
    subCategory: 'Farmasi',
  });
  const others = [
    pharmacy,
    aPlace({ businessName: 'Kafe Baru', businessInfo: 'Makanan & Minuman', subCategory: 'Kafe' }),
  ];
  const dentist = { category: 'Kesihatan', subcategory: 'Klinik Gigi' };
  expect(textSearch(others).search('dentist')).toMatchObject({
    unlisted: dentist,
    places: [pharmacy],
    asTyped: 1,
    suggestion: null,
  });
  expect(textSearch(others).search('klinik gigi').unlisted).toEqual(dentist);
  expect(textSearch(others).search('dentist kafe').unlisted).toBeNull();
  expect(textSearch(others).search('pharmacy').unlisted).toBeNull();
  const named = aPlace({ businessName: 'Dentist Arms' });
  expect(textSearch([...others, named]).search('dentist')).toMatchObject({
    unlisted: null,
    places: [named],
  });
});

test('a sub-category is listed while a place has it', () => {
  const dentist = aPlace({ businessInfo: 'Kesihatan', subCategory: 'Klinik Gigi' });
  const index = placeIndex();
  const unlisted = () => index.searchIn([])('dentist').unlisted?.subcategory;
  expect(unlisted()).toBe('Klinik Gigi');
  index.add(dentist);
  expect(unlisted()).toBeUndefined();
  index.remove(dentist);
  expect(unlisted()).toBe('Klinik Gigi');
});

test('an empty directory finds nothing', () => {
  expect(textSearch([]).search('masjid').places).toEqual([]);
  expect(textSearch([]).search('').places).toEqual([]);
});

test('an index that places were added to and removed from finds what a new one finds', () => {
  const words = ['masjid', 'masjit', 'jamek', 'kafe', 'kopi', 'warung', 'salon'] as const;
  const word = fc.constantFrom(...words);
  const place = fc
    .record({
      businessName: fc.array(word, { minLength: 1, maxLength: 3 }).map((name) => name.join(' ')),
      subCategory: fc.constantFrom(null, 'Kafe', 'Surau'),
      latitude: fc.constantFrom(null, 3.1, 3.2),
    })
    .map((given) => aPlace({ ...given, longitude: given.latitude && 101.7 }));
  const q = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 2 }).map((typed) => typed.join(' ')),
    fc.constantFrom('msjid', 'surau', 'kedai buku', 'kafe jamk'),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(place, { selector: (each) => JSON.stringify(each), maxLength: 12 }),
      fc.array(fc.nat(11)),
      q,
      (places, moves, typed) => {
        const index = placeIndex();
        const present = new Set<SearchedPlace>();
        for (const move of moves) {
          const moved = places[move];
          if (!moved) continue;
          if (present.delete(moved)) index.remove(moved);
          else {
            present.add(moved);
            index.add(moved);
          }
          if (move % 3 === 0) index.searchIn(places)(typed);
        }
        const list = fromVillage([...present]);
        expect(index.searchIn(list)(typed)).toEqual(textSearch(list).search(typed));
      },
    ),
  );
});

test('a search in an older list finds what is left of it and no place that came later', () => {
  const index = placeIndex();
  const [left, removed, later] = ['Kedai Ali', 'Kedai Bakar', 'Kedai Cik'].map((businessName) =>
    aPlace({ businessName }),
  ) as [SearchedPlace, SearchedPlace, SearchedPlace];
  index.add(left);
  index.add(removed);
  const older = index.searchIn([left, removed]);
  expect(older('kedai').places).toEqual([left, removed]);
  index.remove(removed);
  index.add(later);
  expect(older('kedai').places).toEqual([left]);
  expect(index.searchIn([left, later])('kedai').places).toEqual([left, later]);
});

test('two words of a name that are written as one in the other language find it', () => {
  const list = [aPlace({ businessName: 'Ice Cream Corner' }), aPlace({ businessName: 'Ais Krim' })];
  for (const q of ['aiskrim', 'ais krim', 'icecream', 'ice cream'])
    expect(textSearch(list).search(q).asTyped, q).toBe(2);
});

test.each([
  ['Fesyen & Pakaian', ['baju r', 'baju raya', 'bajuraya']],
  ['Restoran', ['nasi pad', 'nasi padang', 'nasipadang', 'tehtarik']],
])('%s is suggested for %j', (kind, typed) => {
  for (const q of typed) expect(kindsStartingWith(q).map(termOf), q).toContain(kind);
});

test('an index can be built in slices, each of which adds a place at least', () => {
  const list = [1, 2, 3].map((number) => aPlace({ businessName: `Kedai ${number}` }));
  const { prepare, search } = textSearch(list);
  expect([prepare(0), prepare(0), prepare(0), prepare(0)]).toEqual([false, false, true, true]);
  expect(search('kedai')).toEqual(textSearch(list).search('kedai'));
});

test('a search before all slices builds the rest of the index', () => {
  const list = [1, 2, 3].map((number) => aPlace({ businessName: `Kedai ${number}` }));
  const { prepare, search } = textSearch(list);
  prepare(0);
  expect(search('kedai').places).toHaveLength(3);
  expect(prepare(0)).toBe(true);
});

test('an empty list needs no slice', () => {
  expect(textSearch([]).prepare(0)).toBe(true);
});
