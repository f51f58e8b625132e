import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';

const login = vi.hoisted(() => ({ isAwaited: false }));
vi.mock('../../routes/login-route.tsx', () => {
  login.isAwaited = true;
  return new Promise(() => undefined);
});

const registration = {
  'Full name': 'Siti Aminah',
  'IC number': '900101-14-5678',
  Phone: '012-3456789',
  Email: 'siti@example.com',
  Password: 'long enough',
  'Confirm password': 'long enough',
};

test('who is registered cannot register again while the login page is on its way', async () => {
  renderPage('/user/register', { '/api/user/register': { token: 'new' } });
  for (const [label, value] of Object.entries(registration)) {
    const field = await screen.findByLabelText(label, { selector: 'input' });
    fireEvent.change(field, { target: { value } });
  }
  const button = screen.getByRole('button', { name: 'Register' });
  fireEvent.click(button);
  await waitFor(() => {
    expect(login.isAwaited).toBe(true);
  });
  expect(button.getAttribute('aria-busy')).toBe('true');
});
