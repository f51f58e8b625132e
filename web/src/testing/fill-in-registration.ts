import { fireEvent, screen } from '@testing-library/react';

const registration = {
  'Full name': 'Siti Aminah',
  'IC number': '900101-14-5678',
  Phone: '012-3456789',
  Email: 'siti@example.com',
  Password: 'long enough',
  'Confirm password': 'long enough',
};

/** Answers every field of the form at /user/register, by its label; `given` instead of some. */
export async function fillInRegistration(given: Partial<typeof registration> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...registration, ...given })) {
    const field = await screen.findByLabelText(label, { selector: 'input' });
    fireEvent.change(field, { target: { value } });
  }
}
