import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { stub } from '../testing/stub-network.ts';

const fetchCode = vi.hoisted(() => vi.fn());

vi.mock('../features/place/place-page.tsx', () => {
  fetchCode();
  return { PlacePage: () => null };
});

test('home fetches the code of places when it is first used', async () => {
  renderPage('/', stub('GET /api/businesses/approved', []));
  await screen.findByText('No Places Found');
  expect(fetchCode).not.toHaveBeenCalled();
  fireEvent.pointerMove(window);
  await waitFor(() => {
    expect(fetchCode).toHaveBeenCalledTimes(1);
  });
});
