import { expect, test } from 'vitest';
import { shareLink } from './share-button.tsx';

const link = { title: 'Warung', url: 'https://example.com/places/1' };

test('the share sheet of the device comes first', async () => {
  const shared: unknown[] = [];
  const share = (data?: ShareData) => Promise.resolve(void shared.push(data));
  expect(await shareLink(link, { share })).toEqual({ kind: 'shared' });
  expect(shared).toEqual([link]);
});

test('closing the share sheet is no failure, anything else is', async () => {
  const closed = new DOMException('closed', 'AbortError');
  expect(await shareLink(link, { share: () => Promise.reject(closed) })).toEqual({
    kind: 'shared',
  });
  const denied = new DOMException('denied', 'NotAllowedError');
  await expect(shareLink(link, { share: () => Promise.reject(denied) })).rejects.toBe(denied);
});

test('without a share sheet the link is copied', async () => {
  const copied: string[] = [];
  const writeText = (text: string) => Promise.resolve(void copied.push(text));
  expect(await shareLink(link, { clipboard: { writeText } })).toEqual({ kind: 'copied' });
  expect(copied).toEqual([link.url]);
});

test('without a clipboard the link is shown to be copied by hand', async () => {
  expect(await shareLink(link, {})).toEqual({ kind: 'manual', url: link.url });
});
