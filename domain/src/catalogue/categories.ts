/**
 * The twenty main categories and the kinds of business in each. Names that the specification gives stand as given; of the
 * others it gives only the count. It names eighteen for the home page, which makes "IT" and "Elektronik & Elektrik" two; the
 * six kinds that it counts for both together are shared out three to each.
 */
const subCategoriesOf = {
  'Makanan & Minuman': [
    'Restoran',
    'Kafe',
    'Warung',
    'Gerai',
    'Kopitiam',
    'Medan Selera',
    'Makanan Segera',
    'Trak Makanan',
    'Roti & Kek',
    'Kedai Minuman',
    'Katering',
  ],
  'Hotel & Penginapan': ['Hotel', 'Home Stay', 'Air BNB'],
  Kesihatan: [
    'Klinik',
    'Klinik Gigi',
    'Farmasi',
    'Perubatan Alternatif',
    'Kedai Herba',
    'Hospital',
  ],
  'Perniagaan Runcit': ['Kedai Runcit', 'Kedai Serbaneka', 'Pasar Raya', 'Kedai Khusus'],
  'Fesyen & Pakaian': [
    'Butik',
    'Kedai Pakaian',
    'Tukang Jahit',
    'Kedai Kain',
    'Kasut & Beg',
    'Barang Kemas & Jam',
  ],
  'Pusat kecantikan': [
    'Salon Rambut',
    'Kedai Gunting',
    'Spa & Urut',
    'Salon Kuku',
    'Kosmetik & Minyak Wangi',
  ],
  'Perkhidmatan Dobi': ['Dobi Layan Diri', 'Dobi & Cucian Kering'],
  'Servis Automotif': [
    'Bengkel Kereta',
    'Bengkel Motosikal',
    'Alat Ganti',
    'Tayar & Bateri',
    'Cuci Kereta',
    'Stesen Minyak',
  ],
  'Perkhidmatan Profesional': [
    'Peguam',
    'Akauntan',
    'Arkitek & Jurutera',
    'Ejen Hartanah',
    'Percetakan & Fotografi',
  ],
  Pengangkutan: ['Stesen Rel', 'Bas & Teksi', 'Sewa Kenderaan', 'Logistik & Penghantaran'],
  'Perniagaan Pelbagai': ['Kraf Tangan', 'Bunga & Hadiah', 'Perabot & Hiasan', 'Lain-lain'],
  IT: ['Kedai Komputer', 'Kafe Siber', 'Perkhidmatan IT'],
  'Elektronik & Elektrik': ['Telefon Bimbit', 'Peralatan Elektrik', 'Pembaikan Elektronik'],
  Pendidikan: [
    'Tadika',
    'Sekolah Rendah',
    'Sekolah Menengah',
    'Sekolah Agama',
    'Kolej',
    'Universiti',
    'Pusat Tuisyen',
    'Perpustakaan',
  ],
  Pasar: ['Pasar Basah', 'Pasar Malam', 'Pasar Tani', 'Bazar'],
  'Sewaan Venue Sukan': ['Bola Sepak', 'Futsal', 'Badminton'],
  'Tempat Ibadah': ['Masjid', 'Surau'],
  Pelancongan: ['Tarikan Pelancong', 'Agensi Pelancongan', 'Taman & Rekreasi'],
  Komuniti: ['Dewan Komuniti', 'Pejabat Kerajaan', 'Polis & Bomba', 'Pertubuhan'],
  Kewangan: [
    'Bank',
    'ATM',
    'Pajak Gadai',
    'Pengurup Wang Berlesen',
    'Pemberi Pinjam Wang Berlesen',
  ],
} as const;

export type MainCategory = keyof typeof subCategoriesOf;

const hiddenOnHome: ReadonlySet<string> = new Set<MainCategory>(['Komuniti', 'Kewangan']);

export const mainCategories: readonly MainCategory[] =
  Object.keys(subCategoriesOf).filter(isMainCategory);

/** What the home page offers; the others are found under All and by address. */
export const homeCategories = mainCategories.filter((category) => !hiddenOnHome.has(category));

export function subCategories(category: MainCategory): readonly string[] {
  return subCategoriesOf[category];
}

export function isMainCategory(value: string): value is MainCategory {
  return Object.hasOwn(subCategoriesOf, value);
}

const allSubCategories: ReadonlySet<string> = new Set(mainCategories.flatMap(subCategories));

/** Whether it is one of any category. */
export function isSubCategory(value: string): boolean {
  return allSubCategories.has(value);
}

/** False only when the kind is one of ours and belongs to another category: kinds that we do not know are let through. */
export function mayBelongTo(category: MainCategory, subCategory: string): boolean {
  return subCategories(category).includes(subCategory) || !isSubCategory(subCategory);
}
