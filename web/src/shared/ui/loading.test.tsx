import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyCode, lazyComponent, LazyPart, LoadState } from './loading.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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

test('lazyCode gives the code to a component whose effect comes after another one loaded it', async () => {
  // As in a browser: between layout effects and other effects promises are settled.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  let arrive: () => void = () => undefined;
  const loading = new Promise<{ readonly name: string }>((resolve) => {
    arrive = () => resolve({ name: 'search' });
  });
  const load = vi.fn(() => loading);
  const useCode = lazyCode('search', load);
  function Part({ onLayout }: { readonly onLayout?: () => void }) {
    const { data } = useCode(true);
    useLayoutEffect(() => onLayout?.());
    return <p>{data?.name ?? 'none'}</p>;
  }
  const page = document.createElement('main');
  const root = createRoot(page);
  root.render([<Part key="first" />]);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  root.render([<Part key="first" />, <Part key="second" onLayout={arrive} />]);
  await expect.poll(() => page.innerHTML).toBe('<p>search</p><p>search</p>');
  root.unmount();
});

const failed = "Couldn't load this part of the page.";

test.each([
  [
    'lazyCode',
    (load: () => Promise<never>) => {
      const useCode = lazyCode('search', load);
      return () => <LoadState resource={useCode(true)} failed={failed} />;
    },
  ],
  [
    'LazyPart',
    (load: () => Promise<never>) => {
      const LazyMap = lazyComponent(load);
      return () => (
        <LazyPart>
          <LazyMap />
        </LazyPart>
      );
    },
  ],
])(
  '%s fetches code again at the first Retry, and reloads the page at the next one while online',
  async (_name, partOf) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    const load = vi.fn(() => Promise.reject(new Error('no such file')));
    const Part = partOf(load);
    render(<Part />);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(failed)).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(failed)).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    isOnline.mockReturnValue(true);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('LoadState keeps the focus in its place while it loads again after Retry', () => {
  const failure = { data: undefined, error: new Error('no network'), retry: vi.fn() };
  const { rerender } = render(<LoadState resource={failure} failed="No history." />);
  const button = screen.getByRole('button', { name: 'Retry' });
  button.focus();
  fireEvent.click(button);
  expect(failure.retry).toHaveBeenCalledOnce();
  rerender(<LoadState resource={{ ...failure, error: undefined }} failed="No history." />);
  expect(document.activeElement).toBe(screen.getByRole('status').parentElement);
});

test('LoadState announces that loading again failed', () => {
  const loaded = { data: {}, error: undefined, retry: vi.fn() };
  const { rerender } = render(<LoadState resource={loaded} failed="No history." />);
  rerender(<LoadState resource={{ ...loaded, error: true }} failed="No history." />);
  expect(screen.getByRole('alert').textContent).toBe('No history.');
});
