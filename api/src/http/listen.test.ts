import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';

test('requests before answerWith wait for it', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  const received = new Promise((resolve) => {
    subscribe('http.server.request.start', resolve);
    onTestFinished(() => void unsubscribe('http.server.request.start', resolve));
  });
  const early = fetch(url).then((response) => response.text());
  await received;
  answerWith((_, response) => response.end('here we are'));
  expect(await early).toBe('here we are');
  await stop(0);
});
