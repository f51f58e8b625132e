import { mainCategories, subCategories, type MainCategory } from '@directory/domain/catalogue';
import * as z from 'zod';
import categoryMap from '../../seed-data/category-map.json' with { type: 'json' };

/** One category of the map, two of ours. */
const joined = 'IT, Elektronik & Elektrik';

const mapped = z.enum([...mainCategories, joined]);

const { osm, simplegeo } = z
  .object({
    osm: z.array(z.object({ tag: z.string(), values: z.array(z.string()), category: mapped })),
    simplegeo: z.array(z.object({ prefix: z.string(), category: mapped })),
  })
  .parse(categoryMap);

/** The tags of the joined category that are IT; the others are "Elektronik & Elektrik". */
const informationTechnology: ReadonlySet<string> = new Set([
  'shop=computer',
  'office=it',
  'office=telecommunication',
  'amenity=internet_cafe',
  'sg=Food & Drink/Internet Cafe',
  'sg=Services/Professional/Computer Services',
  'sg=Services/Utilities/Telephone',
  'sg=Services/Utilities/Cable',
]);

const prefixesByLength = simplegeo.toSorted((a, b) => b.prefix.length - a.prefix.length);

/** The `key=value` tags of a row, in order. */
export function tagsOf(category: string | null): readonly string[] {
  return (category ?? '')
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag.includes('='));
}

/** The first rule that matches an OpenStreetMap tag, else the longest prefix of a SimpleGeo tag, else "other". */
export function mainCategoryOf(tags: readonly string[]): MainCategory {
  const match = matchOsm(tags) ?? matchSimplegeo(tags);
  if (!match) return 'Perniagaan Pelbagai';
  if (match.category !== joined) return match.category;
  return informationTechnology.has(match.tag) ? 'IT' : 'Elektronik & Elektrik';
}

type Match = { readonly category: z.infer<typeof mapped>; readonly tag: string };

function matchOsm(tags: readonly string[]): Match | undefined {
  for (const { tag: key, values, category } of osm) {
    const tag = tags.find(
      (each) =>
        each.startsWith(`${key}=`) &&
        (values.includes('*') || values.includes(each.slice(key.length + 1))),
    );
    if (tag) return { category, tag };
  }
  return undefined;
}

function matchSimplegeo(tags: readonly string[]): Match | undefined {
  for (const { prefix, category } of prefixesByLength)
    if (tags.some((tag) => tag.startsWith(`sg=${prefix}`)))
      return { category, tag: `sg=${prefix}` };
  return undefined;
}

/** The tags that mean the same as a sub-category; tags that fit only roughly are left out. */
const tagsOfSubCategory: Readonly<Record<string, readonly string[]>> = {
  Restoran: ['amenity=restaurant', 'sg=Food & Drink/Restaurant'],
  Kafe: ['amenity=cafe'],
  'Makanan Segera': ['amenity=fast_food', 'sg=Food & Drink/Fast Food'],
  'Medan Selera': ['amenity=food_court'],
  'Roti & Kek': [
    'shop=bakery',
    'shop=pastry',
    'shop=confectionery',
    'sg=Retail Goods/Food & Beverages/Bakery',
  ],
  'Kedai Minuman': ['shop=beverages', 'shop=coffee', 'shop=tea'],
  Hotel: ['tourism=hotel'],
  Hospital: ['amenity=hospital', 'sg=Services/Health Services/Hospital'],
  Klinik: [
    'amenity=clinic',
    'amenity=doctors',
    'sg=Services/Health Services/Clinic',
    'sg=Services/Health Services/Doctor',
  ],
  'Klinik Gigi': ['amenity=dentist', 'sg=Services/Health Services/Dentist'],
  Farmasi: ['amenity=pharmacy', 'shop=chemist', 'sg=Retail Goods/Shopping/Pharmacy'],
  'Kedai Herba': ['shop=herbalist'],
  'Perubatan Alternatif': ['healthcare=alternative'],
  'Kedai Serbaneka': ['shop=convenience'],
  'Pasar Raya': ['shop=supermarket'],
  'Kedai Runcit': ['shop=general', 'shop=grocery', 'shop=kiosk'],
  'Kedai Khusus': [
    'shop=books',
    'shop=stationery',
    'shop=toys',
    'shop=furniture',
    'shop=hardware',
    'shop=doityourself',
    'shop=pet',
    'shop=florist',
    'shop=gift',
    'shop=sports',
    'shop=bicycle',
    'shop=baby_goods',
    'shop=music',
  ],
  Butik: ['shop=boutique'],
  'Kedai Pakaian': ['shop=clothes'],
  'Tukang Jahit': ['shop=tailor', 'craft=tailor', 'craft=dressmaker'],
  'Kedai Kain': ['shop=fabric'],
  'Kasut & Beg': ['shop=shoes', 'shop=bag'],
  'Barang Kemas & Jam': [
    'shop=jewelry',
    'shop=jewellery',
    'shop=watches',
    'sg=Retail Goods/Shopping/Jewelry',
  ],
  'Salon Rambut': ['shop=hairdresser'],
  'Spa & Urut': ['shop=massage', 'leisure=spa'],
  'Kosmetik & Minyak Wangi': ['shop=cosmetics', 'shop=perfumery'],
  'Dobi Layan Diri': ['self_service=yes'],
  'Dobi & Cucian Kering': ['shop=dry_cleaning'],
  'Bengkel Kereta': ['shop=car_repair', 'sg=Services/Retail/Auto Repair'],
  'Bengkel Motosikal': ['shop=motorcycle_repair'],
  'Alat Ganti': [
    'shop=car_parts',
    'shop=motorcycle_parts',
    'sg=Retail Goods/Autos & Motor Vehicles/Auto Supplies',
  ],
  'Tayar & Bateri': ['shop=tyres'],
  'Cuci Kereta': ['amenity=car_wash'],
  'Stesen Minyak': ['amenity=fuel', 'sg=Retail Goods/Autos & Motor Vehicles/Fuel & Gas Station'],
  Peguam: ['office=lawyer', 'sg=Services/Professional/Lawyer & Legal Services'],
  Akauntan: ['office=accountant'],
  'Arkitek & Jurutera': [
    'office=architect',
    'office=engineer',
    'sg=Services/Real Estate/Architect',
    'sg=Services/Professional/Engineering',
  ],
  'Ejen Hartanah': [
    'office=estate_agent',
    'shop=estate_agent',
    'sg=Services/Real Estate/Real Estate Agent',
  ],
  'Percetakan & Fotografi': ['shop=copyshop', 'shop=printing', 'shop=photo'],
  'Stesen Rel': ['railway=station', 'railway=halt'],
  'Bas & Teksi': ['highway=bus_stop', 'amenity=bus_station', 'amenity=taxi'],
  'Sewa Kenderaan': ['amenity=car_rental', 'amenity=motorcycle_rental'],
  'Logistik & Penghantaran': ['office=logistics', 'office=courier'],
  'Kedai Komputer': ['shop=computer'],
  'Kafe Siber': ['amenity=internet_cafe', 'sg=Food & Drink/Internet Cafe'],
  'Perkhidmatan IT': ['office=it', 'sg=Services/Professional/Computer Services'],
  'Telefon Bimbit': ['shop=mobile_phone', 'sg=Services/Utilities/Mobile Phone'],
  'Peralatan Elektrik': [
    'shop=electrical',
    'shop=appliance',
    'sg=Retail Goods/Home & Garden/Household Appliances',
  ],
  'Pembaikan Elektronik': ['craft=electronics_repair'],
  Tadika: ['amenity=kindergarten'],
  Kolej: ['amenity=college'],
  Universiti: ['amenity=university'],
  Perpustakaan: ['amenity=library'],
  'Bola Sepak': ['sport=soccer'],
  Futsal: ['sport=futsal'],
  Badminton: ['sport=badminton'],
  Masjid: ['type=mosque'],
  'Tarikan Pelancong': ['tourism=attraction', 'tourism=museum'],
  'Agensi Pelancongan': ['shop=travel_agency', 'sg=Entertainment/Travel/Travel Agent'],
  'Taman & Rekreasi': ['leisure=park', 'leisure=garden'],
  'Dewan Komuniti': ['amenity=community_centre'],
  'Pejabat Kerajaan': ['office=government'],
  'Polis & Bomba': ['amenity=police', 'amenity=fire_station'],
  Pertubuhan: ['office=association', 'office=ngo', 'office=charity'],
  Bank: ['amenity=bank', 'sg=Services/Banks & Credit Unions/Bank'],
  ATM: ['amenity=atm'],
  'Pajak Gadai': ['shop=pawnbroker'],
};

const subCategoryOfTag: ReadonlyMap<string, string> = new Map(
  Object.entries(tagsOfSubCategory).flatMap(([subCategory, tags]) =>
    tags.map((tag) => [tag, subCategory] as const),
  ),
);

/** Sub-categories that the first word of a Malay name decides where the tag does not: SMK is a secondary school by definition. */
const subCategoryOfName = [
  { tag: 'religion=muslim', name: /^masjid\b/i, subCategory: 'Masjid' },
  { tag: 'religion=muslim', name: /^surau\b/i, subCategory: 'Surau' },
  { tag: 'amenity=school', name: /^(SK|SJKC|SJKT)\b/, subCategory: 'Sekolah Rendah' },
  { tag: 'amenity=school', name: /^SMK\b/, subCategory: 'Sekolah Menengah' },
  { tag: 'amenity=school', name: /^(SRA|SRAI|KAFA)\b/, subCategory: 'Sekolah Agama' },
] as const;

/** The sub-category of a place in its main category, or null if none is certain. */
export function subCategoryOf(
  name: string,
  tags: readonly string[],
  category: MainCategory,
): string | null {
  const byTag = tags.map((tag) => subCategoryOfTag.get(tag));
  const byName = subCategoryOfName.find(
    (rule) => tags.includes(rule.tag) && rule.name.test(name),
  )?.subCategory;
  const allowed = subCategories(category);
  return [...byTag, byName].find((each) => each !== undefined && allowed.includes(each)) ?? null;
}

/** Every sub-category that a tag or a name maps to. */
export const mappedSubCategories: readonly string[] = [
  ...Object.keys(tagsOfSubCategory),
  ...subCategoryOfName.map(({ subCategory }) => subCategory),
];
