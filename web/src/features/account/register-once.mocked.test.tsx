import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillInRegistration } from '../../testing/forms.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { problem, stub, unreachable } from '../../testing/stub-network.ts';

const login = vi.hoisted(() => ({ isRequested: false }));
vi.mock(import('./login-page.tsx'), () => {
  login.isRequested = true;
  return new Promise(() => undefined);
});

test('the server checks a registration where the code for it cannot be fetched, and says why it fails', async () => {
  vi.doMock('@directory/api/contracts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => {
    vi.doUnmock('@directory/api/contracts');
  });
  const { respond } = renderPage('/user/register', stub('POST /api/user/register', unreachable));
  await screen.findByRole('heading', { level: 1, name: 'Create an Account' });
  await fillInRegistration();
  const button = screen.getByRole('button', { name: 'Register' });
  fireEvent.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^Registration failed!We can't reach the server/);
  expect(screen.getByLabelText('Full name')).toHaveProperty('value', 'Siti Aminah');
  respond(stub('POST /api/user/register', problem(400, 'Please check.', { phone: ['Wrong.'] })));
  fireEvent.click(button);
  expect(await screen.findByRole('link', { name: 'Wrong.' })).toBeTruthy();
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
