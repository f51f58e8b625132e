import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeSession } from '../../../shared/session/session.ts';
import { aHistory, aHistoryEntry, anOwnBusinessDetail } from '../../../testing/fixtures.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { problem, stub, unreachable } from '../../../testing/stub-network.ts';

const own = { id: 'b1' };
const mine = anOwnBusinessDetail({ ...own, status: 'pending', user_id: 'u1' });
const gone = problem(404, 'There is no such business.');
const removal = { ...own, businessName: 'Warung', removedAt: '2026-11-22T04:30:00.000Z' };
const nameField = () => screen.findByLabelText('Business name');

beforeEach(() => {
  localStorage.clear();
  const user = { id: 'u1', full_name: 'Siti Aminah', email: 'siti@example.com' };
  writeSession({ token: 't', role: 'user', user });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** Saves an edit of a business that an admin removed after it was opened. */
const saveRemoved = async (reload: typeof gone | typeof unreachable) => {
  const { respond } = renderPage(
    '/my-businesses/b1',
    stub('GET /api/businesses/:id', mine, own),
    stub('GET /api/businesses/:id/history', aHistory('b1', [aHistoryEntry()]), own),
    stub('PUT /api/businesses/update/:id', gone, own),
    stub('GET /api/businesses/userbusinesses/:userId/removed', [removal], { userId: 'u1' }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  fireEvent.change(await nameField(), { target: { value: 'Warung Baru' } });
  respond(stub('GET /api/businesses/:id', reload, own));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
};

test('saving a business that was removed meanwhile shows the removal', async () => {
  await saveRemoved(gone);
  expect(await screen.findByText(/was removed by an administrator on 22 Nov 2026/)).toBeTruthy();
  expect(screen.queryByLabelText('Business name')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(screen.queryByText('There is no such business.')).toBeNull();
});

test('the form and the message stay when the removal cannot be loaded', async () => {
  await saveRemoved(unreachable);
  expect((await screen.findByRole('alert')).textContent).toBe('There is no such business.');
  const field = await nameField();
  await waitFor(() => expect(field.closest('[inert]')).toBeNull());
  expect(field).toHaveProperty('value', 'Warung Baru');
});
