import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { writeSession } from './session.ts';
import { renderPage } from '../../testing/render-page.tsx';

const server = vi.hoisted(() => {
  const state = { fetched: 0, isReplaced: false };
  const fetchCode = () => {
    if (state.isReplaced) throw new Error('the code of an earlier release is gone');
    state.fetched += 1;
  };
  return Object.assign(state, { fetchCode, forgetPhotos: vi.fn().mockResolvedValue(undefined) });
});

vi.mock('./log-out-dialog.tsx', (original) => {
  server.fetchCode();
  return original();
});

vi.mock('../listing-form/saved-forms.ts', () => {
  server.fetchCode();
  return { forgetPhotos: server.forgetPhotos };
});

test('Logout deletes a draft and its photos also after a newer release replaced the code of the page', async () => {
  const user = { id: '1', full_name: 'Siti Aminah', email: 's@example.com' };
  writeSession({ token: 't', role: 'user', user });
  localStorage.setItem('draft:1', '{}');
  renderPage('/nowhere');
  await screen.findByText('Page not found');
  expect(server.fetched).toBe(0);
  fireEvent.pointerMove(window);
  await waitFor(() => {
    expect(server.fetched).toBe(2);
  });
  server.isReplaced = true;
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => {
    expect(server.forgetPhotos).toHaveBeenCalledWith('1');
  });
  expect(localStorage.length).toBe(0);
});
