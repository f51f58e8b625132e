import Koa from 'koa';
import { expect, test } from 'vitest';
import type { RequestState } from './middleware/session.ts';
import { listen } from './listen.ts';

test('requests before answerWith wait for it', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  let isAnswered = false;
  const early = fetch(url).then((response) => {
    isAnswered = true;
    return response.text();
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isAnswered).toBe(false);
  const app = new Koa<RequestState>();
  app.use((ctx) => {
    ctx.body = 'here we are';
  });
  answerWith(app);
  expect(await early).toBe('here we are');
  await stop(0);
});
