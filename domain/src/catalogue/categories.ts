/**
 * The sub-categories of the twenty main categories, each with its English; null where the word is English already. Names that the
 * specification gives stand as given; of the others it gives only the count. It names eighteen categories for the home page, which
 * makes "IT" and "Elektronik & Elektrik" two; the six sub-categories that it counts for both together are shared out three to each.
 */
const subCategoriesOf = {
  'Makanan & Minuman': {
    Restoran: 'restaurant',
    Kafe: 'café',
    Warung: 'small eatery',
    Gerai: 'food stall',
    Kopitiam: 'coffee shop',
    'Medan Selera': 'food court',
    'Makanan Segera': 'fast food',
    'Trak Makanan': 'food truck',
    'Roti & Kek': 'bakery & cakes',
    'Kedai Minuman': 'drinks shop',
    Katering: 'catering',
  },
  'Hotel & Penginapan': {
    Hotel: null,
    'Home Stay': null,
    'Air BNB': null,
  },
  Kesihatan: {
    Klinik: 'clinic',
    'Klinik Gigi': 'dentist',
    Farmasi: 'pharmacy',
    'Perubatan Alternatif': 'alternative medicine',
    'Kedai Herba': 'herbal shop',
    Hospital: null,
  },
  'Perniagaan Runcit': {
    'Kedai Runcit': 'grocery shop',
    'Kedai Serbaneka': 'convenience store',
    'Pasar Raya': 'supermarket',
    'Kedai Khusus': 'speciality shop',
  },
  'Fesyen & Pakaian': {
    Butik: 'boutique',
    'Kedai Pakaian': 'clothes shop',
    'Tukang Jahit': 'tailor',
    'Kedai Kain': 'fabric shop',
    'Kasut & Beg': 'shoes & bags',
    'Barang Kemas & Jam': 'jewellery & watches',
  },
  'Pusat kecantikan': {
    'Salon Rambut': 'hair salon',
    'Kedai Gunting': 'barber',
    'Spa & Urut': 'spa & massage',
    'Salon Kuku': 'nail salon',
    'Kosmetik & Minyak Wangi': 'cosmetics & perfume',
  },
  'Perkhidmatan Dobi': {
    'Dobi Layan Diri': 'self-service laundry',
    'Dobi & Cucian Kering': 'laundry & dry cleaning',
  },
  'Servis Automotif': {
    'Bengkel Kereta': 'car workshop',
    'Bengkel Motosikal': 'motorcycle workshop',
    'Alat Ganti': 'spare parts',
    'Tayar & Bateri': 'tyres & batteries',
    'Cuci Kereta': 'car wash',
    'Stesen Minyak': 'petrol station',
  },
  'Perkhidmatan Profesional': {
    Peguam: 'lawyer',
    Akauntan: 'accountant',
    'Arkitek & Jurutera': 'architect & engineer',
    'Ejen Hartanah': 'estate agent',
    'Percetakan & Fotografi': 'printing & photography',
  },
  Pengangkutan: {
    'Stesen Rel': 'railway station',
    'Bas & Teksi': 'bus & taxi',
    'Sewa Kenderaan': 'vehicle hire',
    'Logistik & Penghantaran': 'logistics & delivery',
  },
  'Perniagaan Pelbagai': {
    'Kraf Tangan': 'handicrafts',
    'Bunga & Hadiah': 'flowers & gifts',
    'Perabot & Hiasan': 'furniture & decoration',
    'Lain-lain': 'other',
  },
  IT: {
    'Kedai Komputer': 'computer shop',
    'Kafe Siber': 'internet café',
    'Perkhidmatan IT': 'IT services',
  },
  'Elektronik & Elektrik': {
    'Telefon Bimbit': 'mobile phones',
    'Peralatan Elektrik': 'electrical appliances',
    'Pembaikan Elektronik': 'electronics repair',
  },
  Pendidikan: {
    Tadika: 'kindergarten',
    'Sekolah Rendah': 'primary school',
    'Sekolah Menengah': 'secondary school',
    'Sekolah Agama': 'religious school',
    Kolej: 'college',
    Universiti: 'university',
    'Pusat Tuisyen': 'tuition centre',
    Perpustakaan: 'library',
  },
  Pasar: {
    'Pasar Basah': 'wet market',
    'Pasar Malam': 'night market',
    'Pasar Tani': "farmers' market",
    Bazar: 'bazaar',
  },
  'Sewaan Venue Sukan': {
    'Bola Sepak': 'football',
    Futsal: null,
    Badminton: null,
  },
  'Tempat Ibadah': {
    Masjid: 'mosque',
    Surau: 'prayer room',
  },
  Pelancongan: {
    'Tarikan Pelancong': 'tourist attraction',
    'Agensi Pelancongan': 'travel agency',
    'Taman & Rekreasi': 'park & recreation',
  },
  Komuniti: {
    'Dewan Komuniti': 'community hall',
    'Pejabat Kerajaan': 'government office',
    'Polis & Bomba': 'police & fire brigade',
    Pertubuhan: 'association',
  },
  Kewangan: {
    Bank: null,
    ATM: null,
    'Pajak Gadai': 'pawnshop',
    'Pengurup Wang Berlesen': 'licensed money changer',
    'Pemberi Pinjam Wang Berlesen': 'licensed moneylender',
  },
} as const;

export type MainCategory = keyof typeof subCategoriesOf;

const englishCategories: Readonly<Record<MainCategory, string | null>> = {
  'Makanan & Minuman': 'food & drink',
  'Hotel & Penginapan': 'hotels & lodging',
  Kesihatan: 'health',
  'Perniagaan Runcit': 'shops',
  'Fesyen & Pakaian': 'fashion & clothing',
  'Pusat kecantikan': 'beauty',
  'Perkhidmatan Dobi': 'laundry',
  'Servis Automotif': 'car & motorcycle services',
  'Perkhidmatan Profesional': 'professional services',
  Pengangkutan: 'transport',
  'Perniagaan Pelbagai': 'other businesses',
  IT: null,
  'Elektronik & Elektrik': 'electronics & electrical',
  Pendidikan: 'education',
  Pasar: 'markets',
  'Sewaan Venue Sukan': 'sports venues for hire',
  'Tempat Ibadah': 'places of worship',
  Pelancongan: 'tourism',
  Komuniti: 'community',
  Kewangan: 'money & finance',
};

const hiddenOnHome: ReadonlySet<string> = new Set<MainCategory>(['Komuniti', 'Kewangan']);

export const mainCategories: readonly MainCategory[] =
  Object.keys(subCategoriesOf).filter(isMainCategory);

/** What the home page offers; the others are found under All and by address. */
export const homeCategories = mainCategories.filter((category) => !hiddenOnHome.has(category));

export function subCategories(category: MainCategory): readonly string[] {
  return Object.keys(subCategoriesOf[category]);
}

export function isMainCategory(value: string): value is MainCategory {
  return Object.hasOwn(subCategoriesOf, value);
}

const allSubCategories: ReadonlySet<string> = new Set(mainCategories.flatMap(subCategories));

/** Whether any category has this sub-category. */
export function isSubCategory(value: string): boolean {
  return allSubCategories.has(value);
}

/** False only for a sub-category of another category: unknown ones are let through. */
export function mayBelongTo(category: MainCategory, subCategory: string): boolean {
  return subCategories(category).includes(subCategory) || !isSubCategory(subCategory);
}

/** The English of categories and sub-categories; null where the word is English already. */
export const englishKinds: Readonly<Record<string, string | null>> = {
  ...englishCategories,
  ...Object.fromEntries(
    Object.values(subCategoriesOf).flatMap((english) => Object.entries<string | null>(english)),
  ),
};
