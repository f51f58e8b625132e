import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fillInRegistration } from '../../testing/fill-in-registration.ts';
import { renderPage } from '../../testing/render-page.tsx';

const login = vi.hoisted(() => ({ isAwaited: false }));
vi.mock('../../routes/login-route.tsx', () => {
  login.isAwaited = true;
  return new Promise(() => undefined);
});

test('who is registered cannot register again while the login page is on its way', async () => {
  renderPage('/user/register', { '/api/user/register': { token: 'new' } });
  await screen.findByRole('heading', { level: 1, name: 'Create an Account' });
  await fillInRegistration();
  const button = screen.getByRole('button', { name: 'Register' });
  fireEvent.click(button);
  await waitFor(() => {
    expect(login.isAwaited).toBe(true);
  });
  expect(button.getAttribute('aria-busy')).toBe('true');
});
