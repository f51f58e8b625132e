import type { BusinessDetails, DetailChanges } from '../business/details.ts';
import {
  type Decision,
  type RejectionReason,
  parseBusinessId,
  type BusinessEventData,
} from '../business/events.ts';
import type { EventsOf } from '../event-store/event-store.ts';
import type { BusinessCommand } from '../business/decide.ts';

export const businessId = parseBusinessId('01KB3NDEKTSV4RRFFQ69G5FAV0');
export const ownerId = '0190b5b4-1f2e-7c55-8a77-3d0f2f0c9a11';
const subject = { businessId, ownerId };

/** Everything that the add form asks for. */
export function completeDetails(given: Partial<BusinessDetails> = {}): BusinessDetails {
  return {
    ...sparseDetails(),
    businessName: 'Nasi Lemak Wanjo',
    phone: '012-3456789',
    operatingHours: 'Pagi-Malam',
    yearStarted: 1963,
    email: 'wanjo@example.com',
    website: 'https://wanjo.example/',
    address: 'Jalan Raja Muda Musa, Kampung Baru',
    synopsis: 'Nasi lemak since 1963.',
    businessInfo: 'Makanan & Minuman',
    subCategory: 'Restoran',
    kampong: 'Kampung Masjid',
    facilities: ['Tandas'],
    imagePath: 'wanjo.webp',
    latitude: 3.1645,
    longitude: 101.7045,
    ...given,
  };
}

/** As little as open data may say of a place. */
export function sparseDetails(given: Partial<BusinessDetails> = {}): BusinessDetails {
  return {
    businessName: 'Surau Al-Ikhlas',
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
    businessInfo: 'Tempat Ibadah',
    subCategory: null,
    kampong: null,
    facilities: [],
    imagePath: null,
    latitude: null,
    longitude: null,
    ...given,
  };
}

export const submit = (details = completeDetails()): BusinessCommand<'SubmitBusiness'> => ({
  type: 'SubmitBusiness',
  ...subject,
  details,
});
export const importOpenData = (
  given: Partial<BusinessCommand<'ImportBusiness'>> = {},
): BusinessCommand<'ImportBusiness'> => ({
  type: 'ImportBusiness',
  businessId,
  ownerId: null,
  details: sparseDetails(),
  source: 'OpenStreetMap node 1',
  licence: 'ODbL 1.0',
  publish: false,
  ...given,
});
export const correct = (changes: DetailChanges): BusinessCommand<'CorrectBusiness'> => ({
  type: 'CorrectBusiness',
  businessId,
  changes,
});
export const edit = (changes: DetailChanges): BusinessCommand<'EditBusiness'> => ({
  type: 'EditBusiness',
  businessId,
  ownerId,
  changes,
});
export const restoreVersion = (
  details: BusinessDetails,
  given: Partial<BusinessCommand<'RestoreVersion'>> = {},
): BusinessCommand<'RestoreVersion'> => ({
  type: 'RestoreVersion',
  businessId,
  ownerId,
  version: 0,
  details,
  approve: false,
  ...given,
});
export const reject = (
  reason: RejectionReason | null = null,
): BusinessCommand<'RejectBusiness'> => ({
  type: 'RejectBusiness',
  businessId,
  reason,
});
export const approve: BusinessCommand = { type: 'ApproveBusiness', businessId };
export const withdraw: BusinessCommand = { type: 'WithdrawDecision', businessId };
export const remove: BusinessCommand = { type: 'DeleteBusiness', businessId };
export const restore: BusinessCommand = { type: 'RestoreBusiness', businessId };
export const eraseOwner = (
  listings: BusinessCommand<'EraseOwner'>['listings'] = 'delete',
): BusinessCommand<'EraseOwner'> => ({
  type: 'EraseOwner',
  ...subject,
  listings,
});

type Event<Type extends keyof BusinessEventData> = EventsOf<BusinessEventData, Type>;

export const submitted = (details = completeDetails()): Event<'BusinessSubmitted'> => ({
  type: 'BusinessSubmitted',
  data: { ...subject, details },
});
export const imported = (details = sparseDetails()): Event<'BusinessImported'> => ({
  type: 'BusinessImported',
  data: { businessId, ownerId: null, details, source: 'OpenStreetMap node 1', licence: 'ODbL 1.0' },
});
export const edited = (
  changes: DetailChanges,
  restoredVersion?: number,
): Event<'BusinessEdited'> => ({
  type: 'BusinessEdited',
  data: { ...subject, changes, ...(restoredVersion !== undefined && { restoredVersion }) },
});
export const rejected = (reason: RejectionReason | null = null): Event<'BusinessRejected'> => ({
  type: 'BusinessRejected',
  data: { ...subject, reason },
});
export const withdrawn = (decision: Decision): Event<'DecisionWithdrawn'> => ({
  type: 'DecisionWithdrawn',
  data: { ...subject, decision },
});
export const approved: Event<'BusinessApproved'> = { type: 'BusinessApproved', data: subject };
export const deleted: Event<'BusinessDeleted'> = { type: 'BusinessDeleted', data: subject };
export const restored: Event<'BusinessRestored'> = { type: 'BusinessRestored', data: subject };
export const ownerErased = (remaining: BusinessDetails | null = null): Event<'OwnerErased'> => ({
  type: 'OwnerErased',
  data: { ...subject, remaining },
});
