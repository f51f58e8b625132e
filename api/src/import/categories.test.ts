import { mainCategories, subCategories } from '@directory/domain/catalogue';
import { expect, test } from 'vitest';
import subCategoryMap from '../../seed-data/sub-categories.json' with { type: 'json' };
import { mainCategoryOf, subCategoryOf, tagsOf } from './categories.ts';

test.each([
  ['amenity=place_of_worship;religion=muslim', 'Tempat Ibadah'],
  ['amenity=cafe;shop=bakery', 'Makanan & Minuman'],
  ['shop=bakery', 'Makanan & Minuman'],
  ['tourism=hotel;stars=5', 'Hotel & Penginapan'],
  ['tourism=viewpoint', 'Pelancongan'],
  ['amenity=doctors;healthcare=paediatrics', 'Kesihatan'],
  ['amenity=marketplace', 'Pasar'],
  ['amenity=bank;shop=interior_decoration;atm=yes', 'Kewangan'],
  ['amenity=kindergarten', 'Pendidikan'],
  ['shop=dry_cleaning', 'Perkhidmatan Dobi'],
  ['amenity=fuel;brand=Petron', 'Servis Automotif'],
  ['shop=hairdresser', 'Pusat kecantikan'],
  ['shop=jewelry', 'Fesyen & Pakaian'],
  ['leisure=sports_centre;sport=futsal', 'Sewaan Venue Sukan'],
  ['railway=station;public_transport=station;line=Kelana Jaya Line KJ11', 'Pengangkutan'],
  ['office=government', 'Komuniti'],
  ['office=lawyer', 'Perkhidmatan Profesional'],
  ['shop=convenience;brand=myNEWS', 'Perniagaan Runcit'],
  ['shop=paint', 'Perniagaan Pelbagai'],
  ['craft=brewery', 'Perniagaan Pelbagai'],
  ['shop=computer', 'IT'],
  ['amenity=internet_cafe', 'IT'],
  ['office=it;Services/Professional/Computer Services', 'IT'],
  ['office=telecommunication', 'IT'],
  ['shop=mobile_phone', 'Elektronik & Elektrik'],
  ['shop=electronics', 'Elektronik & Elektrik'],
  ['craft=electrician', 'Elektronik & Elektrik'],
  ['sg=Services/Professional/Computer Services;tags=pc', 'IT'],
  ['sg=Services/Professional/Lawyer & Legal Services', 'Perkhidmatan Profesional'],
  ['sg=Services/Building & Trades/Electrical', 'Elektronik & Elektrik'],
  ['sg=Entertainment/Travel/Hotels & Motels', 'Hotel & Penginapan'],
  ['sg=Entertainment/Travel/Tours', 'Pelancongan'],
  ['a word that is no tag', 'Perniagaan Pelbagai'],
  [null, 'Perniagaan Pelbagai'],
])('mainCategoryOf maps %s to %s', (category, expected) => {
  expect(mainCategoryOf(tagsOf(category))).toBe(expected);
});

test.each([
  ['Levain', 'amenity=cafe;shop=bakery', 'Kafe'],
  ['Stesen Kampung Baru', 'railway=station;public_transport=station', 'Stesen Rel'],
  ['DMS Sports Centre', 'leisure=sports_centre;sport=futsal', 'Futsal'],
  ['Masjid Raja Alang', 'amenity=place_of_worship;religion=muslim', 'Masjid'],
  ['Surau Muhammadi', 'amenity=place_of_worship;religion=muslim', 'Surau'],
  ['Masjid', 'amenity=place_of_worship', null],
  ['SK Kampong Bharu', 'amenity=school', 'Sekolah Rendah'],
  ['SMK Puteri Wilayah', 'amenity=school', 'Sekolah Menengah'],
  ['SRA Kampung Baru', 'amenity=school', 'Sekolah Agama'],
  ['Sri Dasmesh International School', 'amenity=school', null],
  ['Dobi Queen', 'shop=laundry', null],
  ['A clinic', 'sg=Services/Health Services/Clinic', 'Klinik'],
  ['A bakery by its second tag', 'shop=convenience;shop=bakery', 'Roti & Kek'],
])('subCategoryOf maps %s (%s) to %s', (name, category, expected) => {
  const tags = tagsOf(category);
  expect(subCategoryOf(name, tags, mainCategoryOf(tags))).toBe(expected);
});

test('subCategoryOf ignores sub-categories of other main categories', () => {
  expect(
    subCategoryOf('A sports shop', ['shop=sports', 'sport=badminton'], 'Perniagaan Runcit'),
  ).toBe('Kedai Khusus');
});

test('every mapped sub-category exists in the catalogue', () => {
  const known = mainCategories.flatMap((category) => subCategories(category));
  expect(Object.keys(subCategoryMap).filter((each) => !known.includes(each))).toEqual([]);
});
