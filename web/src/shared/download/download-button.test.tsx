import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SessionContext } from '../session/session.ts';
import { noSession } from '../../testing/fixtures.ts';
import { watchDownloads } from '../../testing/watch-downloads.ts';
import { siteTexts } from '../../texts/site-texts.ts';
import { DownloadButton } from './download-button.tsx';

function startDownload(path: string): void {
  onTestFinished(cleanup);
  render(
    <SessionContext value={noSession}>
      <DownloadButton path={path} />
    </SessionContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
}

test('a file that breaks off is not saved, which is said', async () => {
  const broken = new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken)));
  const downloads = watchDownloads();
  startDownload('/api/user/me/export');
  expect(await screen.findByText("We couldn't create the file. Please try again.")).toBeTruthy();
  expect(downloads.contexts).toEqual([]);
});

test.each([
  ['the message of the server', 429, { message: 'Too many requests.' }, 'Too many requests.'],
  ['that there was no answer', 502, {}, siteTexts.load.unreachable],
])('a refused download shows %s', async (_, status, body, shown) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
  startDownload('/api/audit.csv');
  await waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(shown);
  });
});

test('a file that is still being made is asked for again and saved once', async () => {
  const answers = [
    new Response('{"share":0.2}', { status: 202, headers: { 'Retry-After': '0.01' } }),
    new Response('day,views', {
      headers: { 'Content-Disposition': 'attachment; filename="views.csv"' },
    }),
  ];
  const fetch = vi.fn(() => Promise.resolve(answers.shift() ?? Response.error()));
  vi.stubGlobal('fetch', fetch);
  const downloads = watchDownloads();
  startDownload('/api/reports/views.csv');
  await waitFor(() => {
    expect(downloads.contexts).toMatchObject([{ download: 'views.csv' }]);
  });
  expect(fetch).toHaveBeenCalledTimes(2);
});
