import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { stub } from '../../testing/stub-network.ts';

test.each(['/', '/?near=me'])('%s says that the position is refused', async (address) => {
  const ask = vi.fn((_: PositionCallback, refuse: () => void) => refuse());
  const geolocation = { getCurrentPosition: ask };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  renderPage(address, stub('GET /api/businesses/approved', []));
  fireEvent.click(await screen.findByRole('button', { name: 'Near me' }));
  expect(await screen.findByText(/^We couldn't get your location/)).toBeTruthy();
  expect(ask).toHaveBeenCalledOnce();
});
