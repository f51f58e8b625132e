import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { stub } from '../../testing/stub-network.ts';

vi.mock(import('./position.ts'), async (original) => ({
  ...(await original()),
  usePosition: () => ({ status: 'refused', position: null }),
}));

const list = stub('GET /api/businesses/approved', []);
const refused = /^We couldn't get your location/;

test.each(['/', '/?near=me'])('%s says that the position is refused', async (address) => {
  renderPage(address, list);
  expect(await screen.findByText(refused)).toBeTruthy();
});
