import { writeDraft } from '../features/owner/add-business/draft.ts';
import { emptyValues, type FormValues } from '../shared/listing-form/form-values.ts';

/** Of every field but the optional ones. */
export const completeAnswers: FormValues = {
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

/** A form of the owner u1 that is filled in but for its photo, kept on this device. */
export function keepDraft(answers: Partial<FormValues> = {}, reached = 5): void {
  writeDraft(localStorage, 'u1', {
    ...{ answers: { ...completeAnswers, ...answers }, reached, commandKey: 'k' },
    savedAt: new Date().toISOString(),
  });
}
