import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fillInRegistration } from '../../testing/forms.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { stub } from '../../testing/stub-network.ts';

const login = vi.hoisted(() => ({ isRequested: false }));
vi.mock(import('./login-page.tsx'), () => {
  login.isRequested = true;
  return new Promise(() => undefined);
});

test('the register button stays busy after registering while the login page is loading', async () => {
  renderPage('/user/register', stub('POST /api/user/register', { token: 'new' }));
  await screen.findByRole('heading', { level: 1, name: 'Create an Account' });
  await fillInRegistration();
  const button = screen.getByRole('button', { name: 'Register' });
  fireEvent.click(button);
  await waitFor(() => {
    expect(login.isRequested).toBe(true);
  });
  expect(button.getAttribute('aria-busy')).toBe('true');
});
