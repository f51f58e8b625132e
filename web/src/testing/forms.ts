import { fireEvent, screen } from '@testing-library/react';
import { writeDraft } from '../features/owner/add-business/draft.ts';
import { emptyValues, type FormValues } from '../shared/listing-form/form-values.ts';

/** Values of every required field. */
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

/** Stores a complete draft of the owner u1, without a photo. */
export function saveDraft(values: Partial<FormValues> = {}, reached = 5): void {
  writeDraft('u1', {
    value: { values: { ...completeValues, ...values }, reached, commandKey: 'k' },
    savedAt: new Date().toISOString(),
  });
}

const registration = {
  'Full name': 'Siti Aminah',
  'IC number': '900101-14-5678',
  Phone: '012-3456789',
  Email: 'siti@example.com',
  Password: 'long enough',
  'Confirm password': 'long enough',
};

/** Fills the form at /user/register by its labels; `given` replaces some values. */
export async function fillInRegistration(given: Partial<typeof registration> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...registration, ...given })) {
    const field = await screen.findByLabelText(label, { selector: 'input' });
    fireEvent.change(field, { target: { value } });
  }
}
