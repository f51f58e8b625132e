import {
  historyResponse,
  type AnalyticsResponse,
  type BusinessResponse,
  type HistoryResponse,
  type ListingPageResponse,
  type OwnBusinessDetailResponse,
  type OwnBusinessResponse,
  type PastBusinessResponse,
  type SiteResponse,
} from '@directory/api/contracts';
import { createSessionStore } from '../shared/session/session.ts';

/** The session store of a visitor. */
export const noSession = createSessionStore(new EventTarget());

/** A listing with everything that open data may lack left out. */
export function aPlace(given: Partial<BusinessResponse> = {}): BusinessResponse {
  return {
    id: '01HZX0000000000000000000A1',
    businessName: 'Warung Mak Teh',
    phone: null,
    operatingHours: null,
    openingTimes: null,
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
    demonstration: false,
    ...given,
  };
}

/** This many places with names and ids of their own. */
export function places(
  count: number,
  given: (index: number) => Partial<BusinessResponse> = () => ({}),
): BusinessResponse[] {
  return Array.from({ length: count }, (_, index) =>
    aPlace({ id: `place-${index + 1}`, businessName: `Place ${index + 1}`, ...given(index) }),
  );
}

/** A listing as its owner and admins see it, waiting for its first review. */
export function anOwnBusiness(given: Partial<OwnBusinessResponse> = {}): OwnBusinessResponse {
  return {
    ...aPlace(),
    status: 'pending',
    approvedAt: null,
    user_id: 'owner-1',
    revision: 0,
    submittedAt: '2026-11-20T08:00:00.000Z',
    changedAt: '2026-11-20T08:00:00.000Z',
    sentAt: '2026-11-20T08:00:00.000Z',
    wasPublic: false,
    rejectionReason: null,
    ...given,
  };
}

/** A page of the admins' list, with all that there are. */
export function aListingPage(
  listings: OwnBusinessResponse[],
  given: Partial<ListingPageResponse> = {},
): ListingPageResponse {
  const count = (wanted: OwnBusinessResponse['status']) =>
    listings.filter(({ status }) => status === wanted).length;
  return {
    listings,
    page: 1,
    pages: 1,
    total: listings.length,
    first: Math.min(1, listings.length),
    counts: {
      all: listings.length,
      approved: count('approved'),
      rejected: count('rejected'),
      pending: count('pending'),
    },
    offline: listings.filter(({ wasPublic }) => wasPublic).length,
    ...given,
  };
}

/** The same from its own path of the API, where the street address has two names. */
export function anOwnBusinessDetail(
  given: Partial<OwnBusinessDetailResponse> = {},
): OwnBusinessDetailResponse {
  const business = anOwnBusiness(given);
  return { ...business, adress: business.address };
}

/** A business as the analytics of its owner count it. */
export function aBusinessWithVisits(
  given: Partial<AnalyticsResponse['analytics'][number]> = {},
): AnalyticsResponse['analytics'][number] {
  const { id, businessName, businessInfo, imagePath, status } = aPlace();
  return {
    id,
    businessName,
    businessInfo,
    imagePath,
    status,
    views: 34,
    visitors: 20,
    websiteClicks: 3,
    socialMediaClicks: 1,
    ...given,
  };
}

export type HistoryEntry = HistoryResponse['entries'][number];

/** An entry as the owner sees it, without the names of reviewers. */
export function aHistoryEntry(given: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    revision: 0,
    type: 'BusinessSubmitted',
    time: '2026-11-01T00:00:00.000Z',
    actor: { role: 'user', id: null, name: null },
    status: 'pending',
    changes: [],
    reason: null,
    restoredVersion: null,
    demonstration: false,
    ...given,
  };
}

export function aHistory(
  id: string,
  entries: HistoryEntry[],
  given: Partial<HistoryResponse> = {},
): HistoryResponse {
  const last = entries.at(-1);
  return {
    id,
    entries,
    total: entries.length,
    before: null,
    after: null,
    status: last?.status ?? null,
    business: null,
    isPhotoDeleted: false,
    sinceDecision: null,
    chain: null,
    ...given,
  };
}

/** A business as its history shows it; parsing leaves out the visits. */
export function aPastBusiness(given: Partial<OwnBusinessResponse> = {}): PastBusinessResponse {
  return historyResponse.shape.business.unwrap().parse({ ...anOwnBusiness(given), deleted: false });
}

export const aSite: SiteResponse = {
  name: 'Kampong Bharu Directory',
  timeZone: 'Asia/Kuala_Lumpur',
  utcOffset: 480,
  currentYear: 2026,
  applyOrderBy: false,
  keepLastApprovedPublic: false,
  approveRestoredVersions: false,
  googleClientId: null,
  contactEmail: null,
  looksUpAddresses: true,
  sendsMail: true,
  map: {
    tileUrl: null,
    attribution: '© OpenStreetMap contributors',
    latitude: 3.16,
    longitude: 101.7,
    zoom: 15,
  },
  categories: [{ name: 'Makanan & Minuman', onHome: true, subCategories: ['Warung'] }],
  kampongs: ['Kampung Masjid'],
  operatingHours: [{ value: 'Pagi-Petang', label: 'Pagi-Petang' }],
  facilities: ['Surau'],
};
