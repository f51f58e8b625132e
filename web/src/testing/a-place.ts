import type { BusinessResponse } from '@directory/api/contracts';

/** A listing with everything that open data may lack left out. */
export function aPlace(given: Partial<BusinessResponse> = {}): BusinessResponse {
  return {
    id: '01HZX0000000000000000000A1',
    businessName: 'Warung Mak Teh',
    phone: null,
    operatingHours: null,
    yearStarted: null,
    email: null,
    website: null,
    facebook: null,
    instagram: null,
    youtube: null,
    tiktok: null,
    whatsapp: null,
    location: null,
    onlineOrder: null,
    address: null,
    synopsis: null,
    businessInfo: 'Makanan & Minuman',
    subCategory: null,
    kampong: null,
    facilities: [],
    imagePath: null,
    latitude: null,
    longitude: null,
    status: 'approved',
    views: 0,
    websiteClicks: 0,
    socialMediaClicks: 0,
    approvedAt: '2026-11-01T00:00:00.000Z',
    source: null,
    licence: null,
    ...given,
  };
}

/** So many places with names and ids of their own. */
export function places(
  count: number,
  given: (index: number) => Partial<BusinessResponse> = () => ({}),
): BusinessResponse[] {
  return Array.from({ length: count }, (_, index) =>
    aPlace({ id: `place-${index + 1}`, businessName: `Place ${index + 1}`, ...given(index) }),
  );
}
