import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyComponent, LazyPart } from './lazy-part.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('LazyPart keeps the rest of the page when code cannot be fetched, and Retry fetches it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn(() => Promise.resolve(() => <p>the map</p>))
    .mockRejectedValueOnce(new Error('no network'));
  const LazyMap = lazyComponent(load);
  render(
    <>
      <h1>the place</h1>
      <LazyPart loading={<p>Loading the map</p>}>
        <LazyMap />
      </LazyPart>
    </>,
  );
  expect(screen.getByText('Loading the map')).toBeTruthy();
  expect(await screen.findByText("Couldn't load this part of the page.")).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'the place' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('the map')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
