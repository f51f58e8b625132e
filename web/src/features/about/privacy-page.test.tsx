import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSite } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { lateStub } from '../../testing/stub-network.ts';

test.each([
  ['no contact address', null, /ask those who gave you the address/],
  ['the contact address', 'penghulu@directory.example', 'penghulu@directory.example'],
])('the privacy page names %s once the settings are loaded', async (_, contactEmail, text) => {
  const site = lateStub('GET /api/site');
  renderPage('/privacy', site);
  await screen.findByRole('heading', { name: 'Contact' });
  expect(screen.queryByText(/ask those who gave you the address/)).toBeNull();
  await site.arrive({ ...aSite, contactEmail });
  expect(await screen.findAllByText(text)).not.toHaveLength(0);
});
