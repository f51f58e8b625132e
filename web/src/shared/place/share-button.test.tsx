import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ShareButton } from './share-button.tsx';

const link = { title: 'Warung', url: `${window.location.origin}/saved?ids=a` };

type Device = { share?: Navigator['share']; clipboard?: Pick<Clipboard, 'writeText'> };

afterEach(() => {
  cleanup();
  for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name);
});

/** Presses the button on a device that has these features. */
function press(device: Device): void {
  window.history.replaceState(null, '', '/saved');
  for (const [name, value] of Object.entries(device))
    Object.defineProperty(navigator, name, { value, configurable: true });
  render(<ShareButton title={link.title} search="?ids=a" />);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
}

const shown = () => screen.findByRole('textbox', { name: 'Copy this link' });

test('the share sheet of the device comes first', async () => {
  const share = vi.fn(() => Promise.resolve());
  const writeText = vi.fn(() => Promise.resolve());
  press({ share, clipboard: { writeText } });
  await waitFor(() => expect(share.mock.calls).toEqual([[link]]));
  expect(share.mock.contexts).toEqual([navigator]);
  expect(writeText).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy();
});

test('closing the share sheet is no failure, anything else is logged and shows the link', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const closed = new DOMException('closed', 'AbortError');
  const denied = new DOMException('denied', 'NotAllowedError');
  const share = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(closed)
    .mockRejectedValueOnce(denied);
  press({ share });
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(await shown()).toHaveProperty('value', link.url);
  expect(log.mock.calls).toEqual([['The link could not be shared:', denied]]);
});

test('without a share sheet the link is copied', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  press({ clipboard: { writeText } });
  expect(await screen.findByRole('button', { name: 'Link copied' })).toBeTruthy();
  expect(writeText.mock.calls).toEqual([[link.url]]);
});

test('without a clipboard the link is shown to be copied by hand', async () => {
  press({});
  expect(await shown()).toHaveProperty('value', link.url);
});
