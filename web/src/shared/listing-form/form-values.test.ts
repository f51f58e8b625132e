import { addressNotFound } from '@directory/domain/catalogue';
import { expect, test } from 'vitest';
import { completeValues } from '../../testing/forms.ts';
import { checkValues, errorsOn, stepOf } from './check-values.ts';
import { aPlace } from '../../testing/fixtures.ts';
import { valuesOf, completeLink, emptyValues, wireFields, withChange } from './form-values.ts';

const circumstances = { currentYear: 2026, photoMissing: null };

test.each([
  ['phone', '0123456789', '012-3456789'],
  ['phone', '(+60) 12 345 67890123', '601-234567890'],
  ['whatsapp', '012 345', '012-345'],
  ['yearStarted', '19985', '1998'],
  ['yearStarted', 'since 1998', '1998'],
  ['yearStarted', '12/05/2019', '2019'],
  ['yearStarted', '12 Mei 2019', '2019'],
  ['yearStarted', 'Est1998,2004', '1998'],
  ['yearStarted', '12/05/19', '12'],
  ['yearStarted', 'baru', ''],
] as const)('%s: %s becomes %s', (name, typed, shown) => {
  expect(withChange(emptyValues, { [name]: typed })[name]).toBe(shown);
});

test('withChange leaves all other values as they are', () => {
  const change = { kampong: 'Chow Kit' };
  expect(withChange(completeValues, change)).toEqual({ ...completeValues, ...change });
});

test('withChange clears the sub-category when the category changes', () => {
  expect(withChange(completeValues, { businessInfo: 'Kesihatan' }).subCategory).toBe('');
  expect(
    withChange(completeValues, { businessInfo: completeValues.businessInfo }).subCategory,
  ).toBe('Warung');
});

test.each([
  ['website', 'example.com', 'https://example.com'],
  ['website', ' http://example.com ', 'http://example.com'],
  ['website', 'javascript:alert(1)', 'javascript:alert(1)'],
  ['website', '', ''],
  ['website', '@aminah', 'https://@aminah'],
  ['instagram', '@aminah', 'https://www.instagram.com/aminah'],
  ['tiktok', ' @kedai.jahit_1 ', 'https://www.tiktok.com/@kedai.jahit_1'],
  ['facebook', '@aminah', 'https://www.facebook.com/aminah'],
  ['youtube', '@aminah', 'https://www.youtube.com/@aminah'],
  ['instagram', 'aminah', 'https://www.instagram.com/aminah'],
  ['instagram', 'kedai.aminah', 'https://www.instagram.com/kedai.aminah'],
  ['tiktok', 'aminah_1', 'https://www.tiktok.com/@aminah_1'],
  ['facebook', ' kedai-aminah ', 'https://www.facebook.com/kedai-aminah'],
  ['youtube', 'aminah', 'https://www.youtube.com/@aminah'],
  ['instagram', 'aminah.com.my', 'https://aminah.com.my'],
  ['facebook', 'www.aminah.shop', 'https://www.aminah.shop'],
  ['instagram', '@dapur.my', 'https://www.instagram.com/dapur.my'],
  ['website', 'example.com/menu:lunch', 'https://example.com/menu:lunch'],
  ['tiktok', 'tiktok.com/@aminah', 'https://tiktok.com/@aminah'],
  ['youtube', 'https://youtu.be/abc', 'https://youtu.be/abc'],
  ['onlineOrder', 'aminah', 'https://aminah'],
  ['website', 'example.com:8080/menu', 'https://example.com:8080/menu'],
  ['website', 'mailto:aminah@example.com', 'mailto:aminah@example.com'],
  ['facebook', 'kedai makteh', 'kedai makteh'],
  ['instagram', '@aminah jahit', '@aminah jahit'],
  ['location', 'Warung Mak Teh https://maps.app.goo.gl/abc ', 'https://maps.app.goo.gl/abc'],
  ['tiktok', 'See this video: https://vt.tiktok.com/abc/', 'https://vt.tiktok.com/abc/'],
  ['youtube', 'Tengok video ni: https://youtu.be/abc 😀', 'https://youtu.be/abc'],
  ['youtube', 'Jom tengok: https://youtu.be/abc, best!', 'https://youtu.be/abc'],
  [
    'location',
    "Mama's Kitchen https://www.google.com/maps/place/Mama's+Kitchen/@3.1,101.7",
    "https://www.google.com/maps/place/Mama's+Kitchen/@3.1,101.7",
  ],
  [
    'youtube',
    '<iframe width="560" src="https://www.youtube.com/embed/abc?si=1" title="YouTube"></iframe>',
    'https://www.youtube.com/embed/abc?si=1',
  ],
  ['website', '\u200Ehttps://example.com/menu\u200B', 'https://example.com/menu'],
  ['instagram', '@aminah\u2060', 'https://www.instagram.com/aminah'],
  ['website', 'https://example.com/a b', 'https://example.com/a b'],
] as const)('completeLink completes in %s "%s" to "%s"', (field, typed, link) => {
  expect(completeLink(typed, field)).toBe(link);
});

test.each(['https://kedaijahit', 'https://@aminah', 'https://aminah jahit', 'kedai jahit'])(
  'checkValues refuses the TikTok link "%s" and names the field',
  (tiktok) => {
    const errors = checkValues(
      { ...completeValues, tiktok },
      { currentYear: 2026, photoMissing: null },
    );
    expect(errors['tiktok']).toMatch(/^TikTok: This isn't a web address/);
  },
);

test.each([
  ['website', 'https://yourshop.com'],
  ['facebook', 'https://facebook.com/yourshop'],
  ['instagram', 'https://instagram.com/yourshop'],
  ['youtube', 'https://youtube.com/@yourshop'],
  ['tiktok', 'https://tiktok.com/@yourshop'],
  ['location', 'https://maps.app.goo.gl/yourshop'],
  ['onlineOrder', 'https://yourshop.com/order'],
] as const)('checkValues gives for %s the example %s, which it accepts', (field, example) => {
  const errorOf = (link: string) =>
    checkValues({ ...completeValues, [field]: link }, circumstances)[field];
  expect(errorOf('kedai jahit')).toMatch(new RegExp(`Example: ${example}$`));
  expect(errorOf(example)).toBeUndefined();
});

test('checkValues accepts complete values', () => {
  expect(checkValues(completeValues, circumstances)).toEqual({});
});

test('checkValues reports every required field in form order', () => {
  const errors = checkValues(emptyValues, { ...circumstances, photoMissing: 'Add a photo.' });
  expect(Object.keys(errors)).toEqual([
    'businessName',
    'phone',
    'email',
    'operatingHours',
    'yearStarted',
    'address',
    'latitude',
    'businessInfo',
    'kampong',
    'synopsis',
    'imagePath',
  ]);
  expect(errors['latitude']).toBe('Please select a location on the map.');
  expect(Object.keys(errorsOn(2, errors))).toEqual([
    'address',
    'latitude',
    'businessInfo',
    'kampong',
  ]);
});

test('checkValues requires a sub-category once a category is chosen', () => {
  const errors = checkValues({ ...completeValues, subCategory: '' }, circumstances);
  expect(errors).toEqual({ subCategory: 'Choose the sub-category.' });
});

test('checkValues rejects links that are not web addresses, even if a browser accepts them', () => {
  const errors = checkValues({ ...completeValues, website: 'not a link at all' }, circumstances);
  expect(Object.keys(errors)).toEqual(['website']);
});

test.each([
  ['yearStarted', '999'],
  ['yearStarted', '2027'],
  ['email', 'nobody'],
  ['website', 'javascript:alert(1)'],
  ['longitude', ''],
  ['longitude', 'east'],
  ['address', addressNotFound],
] as const)('%s cannot be %s', (name, value) => {
  const errors = checkValues({ ...completeValues, [name]: value }, circumstances);
  // A pin without one of both is missing.
  expect(Object.keys(errors)).toEqual([value === '' ? 'latitude' : name]);
});

test("checkValues accepts no year after the site's current year", () => {
  expect(checkValues({ ...completeValues, yearStarted: '2026' }, circumstances)).toEqual({});
});

test('wireFields completes links, trims texts and leaves out an address that was not found', () => {
  const typed = { website: 'example.com', synopsis: ' Nasi. ', address: ` ${addressNotFound} ` };
  const sent = { website: 'https://example.com', synopsis: 'Nasi.', address: '' };
  expect(wireFields({ ...completeValues, ...typed })).toMatchObject(sent);
});

test('valuesOf fills the form from a listing and leaves missing fields empty', () => {
  const values = valuesOf(aPlace({ yearStarted: 1963, latitude: 0, longitude: 0 }));
  expect(values).toMatchObject({
    ...{ businessName: 'Warung Mak Teh', yearStarted: '1963', latitude: '0', phone: '' },
    pinByHand: true,
  });
});

test('stepOf finds a step before the review for every field', () => {
  expect(['businessName', 'kampong', 'whatsapp', 'imagePath'].map(stepOf)).toEqual([1, 2, 3, 4]);
});
