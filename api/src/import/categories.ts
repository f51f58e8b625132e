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

/** The sub-category that means the same as a tag; tags that fit only roughly are left out. */
const subCategoryOfTag: Readonly<Record<string, string>> = {
  'amenity=restaurant': 'Restoran',
  'amenity=cafe': 'Kafe',
  'amenity=fast_food': 'Makanan Segera',
  'amenity=food_court': 'Medan Selera',
  'shop=bakery': 'Roti & Kek',
  'shop=pastry': 'Roti & Kek',
  'shop=confectionery': 'Roti & Kek',
  'shop=beverages': 'Kedai Minuman',
  'shop=coffee': 'Kedai Minuman',
  'shop=tea': 'Kedai Minuman',
  'tourism=hotel': 'Hotel',
  'amenity=hospital': 'Hospital',
  'amenity=clinic': 'Klinik',
  'amenity=doctors': 'Klinik',
  'amenity=dentist': 'Klinik Gigi',
  'amenity=pharmacy': 'Farmasi',
  'shop=chemist': 'Farmasi',
  'shop=herbalist': 'Kedai Herba',
  'healthcare=alternative': 'Perubatan Alternatif',
  'shop=convenience': 'Kedai Serbaneka',
  'shop=supermarket': 'Pasar Raya',
  'shop=general': 'Kedai Runcit',
  'shop=grocery': 'Kedai Runcit',
  'shop=kiosk': 'Kedai Runcit',
  'shop=books': 'Kedai Khusus',
  'shop=stationery': 'Kedai Khusus',
  'shop=toys': 'Kedai Khusus',
  'shop=furniture': 'Kedai Khusus',
  'shop=hardware': 'Kedai Khusus',
  'shop=doityourself': 'Kedai Khusus',
  'shop=pet': 'Kedai Khusus',
  'shop=florist': 'Kedai Khusus',
  'shop=gift': 'Kedai Khusus',
  'shop=sports': 'Kedai Khusus',
  'shop=bicycle': 'Kedai Khusus',
  'shop=baby_goods': 'Kedai Khusus',
  'shop=music': 'Kedai Khusus',
  'shop=boutique': 'Butik',
  'shop=clothes': 'Kedai Pakaian',
  'shop=tailor': 'Tukang Jahit',
  'craft=tailor': 'Tukang Jahit',
  'craft=dressmaker': 'Tukang Jahit',
  'shop=fabric': 'Kedai Kain',
  'shop=shoes': 'Kasut & Beg',
  'shop=bag': 'Kasut & Beg',
  'shop=jewelry': 'Barang Kemas & Jam',
  'shop=jewellery': 'Barang Kemas & Jam',
  'shop=watches': 'Barang Kemas & Jam',
  'shop=hairdresser': 'Salon Rambut',
  'shop=massage': 'Spa & Urut',
  'leisure=spa': 'Spa & Urut',
  'shop=cosmetics': 'Kosmetik & Minyak Wangi',
  'shop=perfumery': 'Kosmetik & Minyak Wangi',
  'self_service=yes': 'Dobi Layan Diri',
  'shop=dry_cleaning': 'Dobi & Cucian Kering',
  'shop=car_repair': 'Bengkel Kereta',
  'shop=motorcycle_repair': 'Bengkel Motosikal',
  'shop=car_parts': 'Alat Ganti',
  'shop=motorcycle_parts': 'Alat Ganti',
  'shop=tyres': 'Tayar & Bateri',
  'amenity=car_wash': 'Cuci Kereta',
  'amenity=fuel': 'Stesen Minyak',
  'office=lawyer': 'Peguam',
  'office=accountant': 'Akauntan',
  'office=architect': 'Arkitek & Jurutera',
  'office=engineer': 'Arkitek & Jurutera',
  'office=estate_agent': 'Ejen Hartanah',
  'shop=estate_agent': 'Ejen Hartanah',
  'shop=copyshop': 'Percetakan & Fotografi',
  'shop=printing': 'Percetakan & Fotografi',
  'shop=photo': 'Percetakan & Fotografi',
  'railway=station': 'Stesen Rel',
  'railway=halt': 'Stesen Rel',
  'highway=bus_stop': 'Bas & Teksi',
  'amenity=bus_station': 'Bas & Teksi',
  'amenity=taxi': 'Bas & Teksi',
  'amenity=car_rental': 'Sewa Kenderaan',
  'amenity=motorcycle_rental': 'Sewa Kenderaan',
  'office=logistics': 'Logistik & Penghantaran',
  'office=courier': 'Logistik & Penghantaran',
  'shop=computer': 'Kedai Komputer',
  'amenity=internet_cafe': 'Kafe Siber',
  'office=it': 'Perkhidmatan IT',
  'shop=mobile_phone': 'Telefon Bimbit',
  'shop=electrical': 'Peralatan Elektrik',
  'shop=appliance': 'Peralatan Elektrik',
  'craft=electronics_repair': 'Pembaikan Elektronik',
  'amenity=kindergarten': 'Tadika',
  'amenity=college': 'Kolej',
  'amenity=university': 'Universiti',
  'amenity=library': 'Perpustakaan',
  'sport=soccer': 'Bola Sepak',
  'sport=futsal': 'Futsal',
  'sport=badminton': 'Badminton',
  'type=mosque': 'Masjid',
  'tourism=attraction': 'Tarikan Pelancong',
  'tourism=museum': 'Tarikan Pelancong',
  'shop=travel_agency': 'Agensi Pelancongan',
  'leisure=park': 'Taman & Rekreasi',
  'leisure=garden': 'Taman & Rekreasi',
  'amenity=community_centre': 'Dewan Komuniti',
  'office=government': 'Pejabat Kerajaan',
  'amenity=police': 'Polis & Bomba',
  'amenity=fire_station': 'Polis & Bomba',
  'office=association': 'Pertubuhan',
  'office=ngo': 'Pertubuhan',
  'office=charity': 'Pertubuhan',
  'amenity=bank': 'Bank',
  'amenity=atm': 'ATM',
  'shop=pawnbroker': 'Pajak Gadai',
  'sg=Food & Drink/Restaurant': 'Restoran',
  'sg=Food & Drink/Fast Food': 'Makanan Segera',
  'sg=Food & Drink/Internet Cafe': 'Kafe Siber',
  'sg=Retail Goods/Food & Beverages/Bakery': 'Roti & Kek',
  'sg=Services/Health Services/Hospital': 'Hospital',
  'sg=Services/Health Services/Clinic': 'Klinik',
  'sg=Services/Health Services/Doctor': 'Klinik',
  'sg=Services/Health Services/Dentist': 'Klinik Gigi',
  'sg=Retail Goods/Shopping/Pharmacy': 'Farmasi',
  'sg=Retail Goods/Shopping/Jewelry': 'Barang Kemas & Jam',
  'sg=Services/Retail/Auto Repair': 'Bengkel Kereta',
  'sg=Retail Goods/Autos & Motor Vehicles/Auto Supplies': 'Alat Ganti',
  'sg=Retail Goods/Autos & Motor Vehicles/Fuel & Gas Station': 'Stesen Minyak',
  'sg=Services/Professional/Lawyer & Legal Services': 'Peguam',
  'sg=Services/Real Estate/Architect': 'Arkitek & Jurutera',
  'sg=Services/Professional/Engineering': 'Arkitek & Jurutera',
  'sg=Services/Real Estate/Real Estate Agent': 'Ejen Hartanah',
  'sg=Services/Professional/Computer Services': 'Perkhidmatan IT',
  'sg=Services/Utilities/Mobile Phone': 'Telefon Bimbit',
  'sg=Retail Goods/Home & Garden/Household Appliances': 'Peralatan Elektrik',
  'sg=Services/Banks & Credit Unions/Bank': 'Bank',
  'sg=Entertainment/Travel/Travel Agent': 'Agensi Pelancongan',
};

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
  const byTag = tags.map((tag) => subCategoryOfTag[tag]);
  const byName = subCategoryOfName.find(
    (rule) => tags.includes(rule.tag) && rule.name.test(name),
  )?.subCategory;
  const allowed = subCategories(category);
  return [...byTag, byName].find((each) => each !== undefined && allowed.includes(each)) ?? null;
}

/** Every sub-category that a tag or a name maps to. */
export const mappedSubCategories: readonly string[] = [
  ...Object.values(subCategoryOfTag),
  ...subCategoryOfName.map(({ subCategory }) => subCategory),
];
