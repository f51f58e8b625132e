import { parseBusinessId, type BusinessDetails, type BusinessId } from '@directory/domain';

/** Details with everything that the form asks for. */
export function completeDetails(changes: Partial<BusinessDetails> = {}): BusinessDetails {
  return {
    businessName: 'Warung Pak Din',
    phone: '012-3456789',
    operatingHours: 'Pagi-Petang',
    openingTimes: null,
    yearStarted: 1998,
    email: 'pakdin@example.com',
    website: 'https://pakdin.example.com',
    facebook: null,
    instagram: null,
    youtube: null,
    tiktok: null,
    whatsapp: '012-3456789',
    location: null,
    onlineOrder: null,
    address: 'Jalan Raja Alang 12, Kampong Bharu',
    synopsis: 'Nasi lemak and teh tarik since the days of the old market.',
    businessInfo: 'Makanan & Minuman',
    subCategory: 'Warung',
    kampong: 'Kampung Masjid',
    facilities: ['Tandas'],
    imagePath: 'pakdin.webp',
    latitude: 3.1645,
    longitude: 101.7045,
    ...changes,
  };
}

/** The same number always gives the same id. */
export function businessIdOf(number: number): BusinessId {
  return parseBusinessId(`01KB${number.toString().padStart(22, '0')}`);
}
