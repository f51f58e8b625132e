import { wordsOf } from './words.ts';

/** Plain words that mean the same, in Malay and English: a place with one of them is found by all. */
export const sameWords: readonly string[] = [
  'jalan jln road street',
  'lorong lrg lane',
  'kampung kampong kg kpg kmpg village',
  'baru bharu bahru baharu',
  'bukit bkt hill',
  'sungai sg river',
  'tasik lake',
  'taman tmn park garden',
  'bandar city town',
  'menara tower',
  'pusat centre center',
  'stesen stesyen station',
  'masjid mosque',
  'islam islamic',
  'gereja church cathedral',
  'kuil tokong temple shrine',
  'kedai shop store',
  'pasar market',
  'restoran restaurant',
  'kafe cafe',
  'kopi coffee',
  'teh tea',
  'roti bread',
  'kek cake',
  'ayam chicken',
  'telur telor egg',
  'ikan fish',
  'nasi rice',
  'sate satay',
  'mee mie noodle',
  'kari curry',
  'bakar grill grilled bbq',
  'aiskrim icecream baskin',
  'murah cheap budget',
  'buah fruit durian',
  'bunga flower florist',
  'buku book bookshop bookstore stationery alattulis',
  'cat paint',
  'perabot furniture',
  'basikal bicycle bike',
  'kereta car',
  'motosikal motorcycle motorbike',
  'tayar tyre tire',
  'kasut shoe',
  'emas gold',
  'rambut hair',
  'komputer computer',
  'telefon phone handphone',
  'muzium museum',
  'galeri gallery',
  'hospital rumahsakit',
  'klinik clinic',
  'pergigian gigi dental',
  'farmasi pharmacy',
  'sekolah school',
  'kolej college',
  'universiti university',
  'perpustakaan library',
  'polis police',
  'bomba firefighter',
  'pejabat office',
  'kedutaan embassy',
  'jabatan department',
  'negara national kebangsaan',
  'wanita women',
  'kanak children',
  'haiwan pet',
  'vegetarian vegan sayur',
  'pos post poslaju courier kurier parcel',
  'wayang pawagam panggung cinema cinemas movie',
  'insurans insurance takaful',
  'gym gimnasium fitness',
  'optik optical optician spectacle cerminmata',
  'akuatik aquatic renang swimming kolam pool',
  'baitulmal zakat',
  'diy hardware',
  'foto photo',
  'elektrik electric electrical',
  'wang money',
  'dobi laundry',
  'sri seri',
  'abdul abd',
  'haji hj',
  'datuk dato datok',
  'seven 7 tujuh',
  'eleven 11 sebelas',
];

/** Two words are written as one where one of them alone means something else, as Raya is a supermarket or a street. */
const typed: Readonly<Record<string, string>> = {
  'Makanan & Minuman':
    'food, eat, makan, makanan, tempat makan, place to eat, halal food, makanan halal, makanan murah, nasi lemak, lunch, makan tengah hari, dinner, makan malam, breakfast, sarapan, brunch, supper, hungry, lapar',
  'Hotel & Penginapan':
    'accommodation, penginapan, place to stay, lodging, hostel, bilik, biliksewa, sewabilik',
  Kesihatan: 'medical, health',
  'Fesyen & Pakaian':
    'fashion, fesyen, clothes, clothing, pakaian, baju, baju kurung, baju melayu, bajuraya, hariraya, tudung',
  'Pusat kecantikan': 'beauty, kecantikan, beauty salon, facial',
  'Perkhidmatan Dobi': 'laundry, dobi, laundrette, washing',
  'Servis Automotif': 'mechanic, car dealer, car service, servis kereta',
  'Perkhidmatan Profesional': 'office services, consultant',
  Pengangkutan: 'public transport',
  'Elektronik & Elektrik': 'electronics, elektronik, electrical',
  Pendidikan: 'study, belajar',
  Pasar: 'market, pasar',
  'Sewaan Venue Sukan': 'sports, sport, sukan, court, gelanggang',
  'Tempat Ibadah': 'worship, pray, solat, sembahyang',
  Pelancongan: 'tourist, sightseeing, things to do',
  Kewangan: 'finance, money',
  Restoran:
    'dining, mamak, kedai makan, teh tarik, roti canai, nasi ayam, chicken rice, nasi goreng, nasi campur, nasipadang, mee goreng, rendang, asam pedas, tomyam, laksa, biryani, briyani, murtabak, tosai, naan, capati, malay food, indian food, chinese food, makananmelayu, makananindia, makanancina, char kuey teow, char koay teow, kuey teow, nasikerabu, nasidagang, nasi beriani, meerebus, meekari, bihunsup, soto, lontong, ikanbakar, masakanmelayu, westernfood',
  Kafe: 'cafe, coffee, coffee shop, coffee house, kopi, lepak, tempatlepak',
  Warung: 'hawker',
  Gerai: 'stall, hawker',
  Kopitiam: 'kopi, kedai kopi, teh tarik',
  'Medan Selera': 'hawker centre',
  'Makanan Segera': 'burger, fried chicken, ayam goreng, pizza, takeaway',
  'Roti & Kek':
    'bakery, bread, cake, pastry, roti, kek, kedai roti, birthday cake, kek hari jadi, dessert, kuih, kuih muih, kuihraya, rotijohn',
  'Kedai Minuman': 'drinks, bubble tea, juice, minuman, cendol, aiskacang, airtebu',
  Katering: 'caterer',
  Hotel: 'motel, inn',
  Hospital: 'emergency, kecemasan',
  'Home Stay': 'homestay, guest house',
  'Air BNB': 'airbnb',
  Klinik: 'doctor, doktor, gp, klinik kesihatan',
  'Klinik Gigi': 'dental, dental clinic, gigi, doktor gigi, pergigian, teeth',
  Farmasi: 'chemist, medicine, ubat, kedai ubat, drugstore, farmacy',
  'Perubatan Alternatif': 'traditional medicine, acupuncture, perubatan tradisional',
  'Kedai Herba': 'herbs, jamu, sinseh',
  'Kedai Runcit': 'groceries, sundry shop, grocer',
  'Kedai Serbaneka': 'mini market, minimart, mini mart, convenience shop',
  'Pasar Raya': 'pasaraya, hypermarket, groceries, hariraya',
  'Kedai Pakaian': 'clothing store, kedai baju',
  'Tukang Jahit': 'dressmaker, seamstress, alterations, sewing, jahit, jahit baju',
  'Kedai Kain': 'textile, fabric, kain',
  'Kasut & Beg': 'shoes, shoe shop, kedai kasut, bags, kasut, beg, handbag',
  'Barang Kemas & Jam': 'jeweller, goldsmith, kedai emas, watches, jam tangan, gold, jewelry',
  'Salon Rambut':
    'salon, barber, hairdresser, haircut, gunting rambut, potong rambut, kedai rambut',
  'Kedai Gunting': 'barbershop, haircut, gunting rambut, tukang gunting',
  'Spa & Urut': 'spa, massage, urut, tukang urut, reflexology, sauna',
  'Salon Kuku': 'nails, manicure, kuku',
  'Kosmetik & Minyak Wangi': 'cosmetics, makeup, perfume, kosmetik, minyak wangi',
  'Dobi Layan Diri': 'launderette, coin laundry, laundromat',
  'Dobi & Cucian Kering': 'dry cleaner, dry cleaning, cucian kering',
  'Bengkel Kereta':
    'garage, car repair, mechanic, bengkel, mekanik, baiki kereta, oil change, tukar minyak',
  'Bengkel Motosikal': 'motorbike repair, bengkel motor',
  'Alat Ganti': 'car parts, auto parts',
  'Tayar & Bateri':
    'tyre, tayar, kedai tayar, puncture, car battery, bateri, bateri kereta, tayar pancit, flattyre',
  'Stesen Minyak': 'petrol, gas station, fuel, minyak, diesel',
  Peguam: 'law firm, solicitor, attorney',
  Akauntan: 'accounting, tax, auditor',
  'Ejen Hartanah': 'property, real estate, hartanah, rumah sewa',
  'Percetakan & Fotografi':
    'photocopy, print shop, photographer, cetak, fotostat, passportphoto, gambarpasport',
  'Stesen Rel': 'lrt, mrt, monorail, monorel, ktm, komuter, train, train station, metro',
  'Bas & Teksi': 'bus stop, taxi, taxis, bus, buses, bas, teksi, bus station',
  'Sewa Kenderaan': 'car rental, rent a car, kereta sewa, sewa kereta',
  'Logistik & Penghantaran': 'courier, delivery, parcel, kurier, pos laju',
  'Kraf Tangan': 'craft, souvenir, batik, kraf',
  'Bunga & Hadiah': 'florist, bunga, kedai bunga, gift shop, hadiah',
  'Kedai Komputer': 'laptop, computer repair, pc shop',
  'Kafe Siber': 'cyber cafe, internet, wifi',
  'Telefon Bimbit':
    'phone shop, handphone, smartphone, kedai telefon, phone repair, sim card, prepaid, celcom, digi, maxis, umobile',
  'Peralatan Elektrik': 'home appliances, aircond, penghawa dingin',
  'Pembaikan Elektronik': 'tv repair, baiki elektronik, aircond, aircond service, servis aircond',
  Tadika: 'preschool, nursery, tabika, taska',
  'Sekolah Rendah': 'school, sekolah, sekolah kebangsaan',
  'Sekolah Menengah': 'school, sekolah, high school',
  'Sekolah Agama': 'school, sekolah, madrasah, islamic school',
  'Pusat Tuisyen': 'tuition, tuisyen, tutor',
  'Pasar Tani': 'farm market',
  'Bola Sepak': 'soccer',
  Masjid: 'jumaat, friday prayer',
  Surau: 'musolla, musalla, mushola',
  'Tarikan Pelancong': 'attraction, sight, tarikan, tempat menarik',
  'Agensi Pelancongan': 'travel agent, tour, umrah',
  'Taman & Rekreasi': 'park, taman, playground, rekreasi, jogging',
  'Dewan Komuniti': 'hall, dewan, wedding hall',
  'Pejabat Kerajaan': 'government, kerajaan, city hall, council',
  'Polis & Bomba': 'police, police station, balai polis, fire station, polis, bomba',
  Pertubuhan: 'ngo, charity, persatuan, society',
  ATM: 'cash machine, cash, atm machine',
  'Pajak Gadai': 'pawn shop, gadai, ar rahnu',
  'Pengurup Wang Berlesen':
    'money changer, money exchange, currency exchange, pengurup, pengurup wang, forex, tukar wang, tukar duit',
  'Pemberi Pinjam Wang Berlesen': 'loan, pinjaman, money lender, pinjam wang',
  Tandas: 'public toilet, restroom, washroom, wc',
  'Tandas OKU': 'wheelchair, disabled toilet, kerusi roda',
};

/** The same in Chinese and Tamil. */
const typedInOtherScripts: Readonly<Record<string, string>> = {
  'Makanan & Minuman':
    '吃, 吃饭, 美食, 食物, 早餐, 午餐, 晚餐, 宵夜, 清真, உணவு, சாப்பாடு, காலை உணவு, மதிய உணவு, இரவு உணவு',
  'Hotel & Penginapan': '住宿, தங்குமிடம்',
  'Perkhidmatan Dobi': '洗衣, 洗衣店, சலவை',
  'Tempat Ibadah': '庙, 教堂, கோவில், கோயில், தேவாலயம்',
  Pelancongan: '旅游, சுற்றுலா',
  Restoran: '餐厅, 餐廳, 餐馆, 餐館, உணவகம்',
  Kafe: '咖啡, 咖啡店, 咖啡馆, காபி, காபி கடை',
  Kopitiam: '咖啡店, 茶餐室',
  'Roti & Kek': '面包, 麵包, 蛋糕, ரொட்டி',
  Hotel: '酒店, 旅馆, விடுதி',
  Hospital: '医院, 醫院, மருத்துவமனை',
  Klinik: '诊所, 診所, 医生, மருத்துவர்',
  'Klinik Gigi': '牙医, 牙科, பல் மருத்துவர்',
  Farmasi: '药房, 藥房, 药店, மருந்தகம்',
  'Kedai Runcit': '杂货店, மளிகை கடை',
  'Kedai Serbaneka': '便利店',
  'Pasar Raya': '超市, 超级市场',
  Pasar: '巴刹, 菜市场, சந்தை',
  'Salon Rambut': '理发, 理髮, 理发店, 剪发, முடி திருத்தம்',
  'Bengkel Kereta': '修车, 修车店',
  'Stesen Minyak': '油站, 加油站, பெட்ரோல்',
  'Stesen Rel': '火车站, 地铁, 轻快铁, ரயில் நிலையம்',
  'Bas & Teksi': '巴士, 巴士站, 德士, பேருந்து',
  Pendidikan: '学校, 學校, பள்ளி',
  Masjid: '清真寺, 回教堂, மசூதி, பள்ளிவாசல்',
  'Tarikan Pelancong': '景点',
  'Polis & Bomba': '警察, 警察局, காவல் நிலையம்',
  Bank: '银行, 銀行, வங்கி',
  ATM: '提款机',
  'Pengurup Wang Berlesen': '换钱, 找换店',
  Tandas: '厕所, 廁所, 公厕, கழிப்பறை',
};

/**
 * What people type for a category, a sub-category or a facility beside its Malay and English words. A map, as owners type sub-categories
 * of their own, and an object has "constructor".
 */
export const kindPhrases: ReadonlyMap<string, readonly string[]> = new Map(
  Object.keys({ ...typed, ...typedInOtherScripts }).map((term) => [
    term,
    [typed[term], typedInOtherScripts[term]].flatMap(
      (phrases) => phrases?.split(', ').map((phrase) => wordsOf(phrase).join(' ')) ?? [],
    ),
  ]),
);

/** What finds a place that is always open: two words of a search as one, as "jam" alone means watches, too. */
export const alwaysOpen: readonly string[] = ['24jam', '24hours', 'open24', 'buka24'];

/** Words for places that are open late, which come first among what the other words find. */
export const lateWords: ReadonlySet<string> = new Set(
  'late lewat malam midnight night tonight'.split(' '),
);
export const openWords: ReadonlySet<string> = new Set(['open', 'buka']);

/** Words that ask for what is near. */
export const nearWords: ReadonlySet<string> = new Set(
  'berdekatan dekat here near nearby nearest sekitar sini terdekat அருகில் 附 近'.split(' '),
);

/** Words that name nothing, praise it, or say where it should be or what it should cost: left out of a search that has others. */
export const smallWords: ReadonlySet<string> = new Set([
  ...nearWords,
  ...'a ada akan an and any apa at awak beli best budget bukan buy by can cari cheap dan dengan di dia find for get good in ini is itu jangan juga kami kamu kat kita lagi lain macam mana me mereka murah my nak no now of on paling sana saya sedap sekarang situ terbaik the there to untuk what where with yang 的 哪 里 有 这 我 想 在 好 最'.split(
    ' ',
  ),
]);

/** Other usual words, most of them Malay: spelled as they should be, also where no place has them. */
export const usualWords: ReadonlySet<string> = new Set(
  'adik air anak api atas ayah banyak bapa batu bawah bayar belakang belum besar biru boleh budak dalam dapat depan dua duit empat enam garam grab guna hari harga hijau hitam hujan ibu jual kaki kayu kecil kerusi kuning lama lambat lapan lelaki lima luar makcik masuk mata meja merah minggu naik orang pakcik panas panjang perempuan perlu pintu putih sakit satu sebelah sejuk sembilan semua sepuluh siang susu tahun tangan telinga telor telur tengah tepi tidak tidur tiga tingkap tinggi tujuh tulis turun'.split(
    ' ',
  ),
);
