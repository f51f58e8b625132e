import { writeDraft } from '../features/owner/add-business/draft.ts';
import { emptyValues, type FormValues } from '../shared/listing-form/form-values.ts';

/** Every required field. */
export const completeValues: FormValues = {
  ...emptyValues,
  businessName: 'Warung Mak Teh',
  phone: '012-3456789',
  operatingHours: 'Pagi-Petang',
  yearStarted: '1998',
  email: 'mak@example.com',
  address: '12, Jalan Raja Alang',
  latitude: '3.1645',
  longitude: '101.7045',
  businessInfo: 'Makanan & Minuman',
  subCategory: 'Warung',
  kampong: 'Kampung Masjid',
  synopsis: 'Nasi lemak.',
};

/** Saves a complete draft of the owner u1, without a photo. */
export function keepDraft(values: Partial<FormValues> = {}, reached = 5): void {
  writeDraft(localStorage, 'u1', {
    ...{ values: { ...completeValues, ...values }, reached, commandKey: 'k' },
    savedAt: new Date().toISOString(),
  });
}
