import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import Router from '@koa/router';
import { expect, test } from 'vitest';
import { serveRoutes } from '../../testing/serve-routes.ts';
import { readBody } from './json-body.ts';

test('a body that does not arrive in time is answered 408, and its connection closed', async () => {
  const router = new Router().post('/', readBody(['application/json'], 100), (ctx) => {
    ctx.status = 204;
  });
  const server = await serveRoutes(router);
  const whole = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } };
  expect((await fetch(server.url, whole)).status).toBe(204);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 99\r\n\r\n{');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"type":"request-too-slow"');
  expect(server.reported).toEqual([]);
  await server.close();
});

test('a body that is too large is answered 413 before the rest of it arrives', async () => {
  const router = new Router().post('/', readBody(['application/json'], 20_000));
  const server = await serveRoutes(router);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
  socket.write(`Transfer-Encoding: chunked\r\n\r\n${(300_000).toString(16)}\r\n`);
  socket.write(' '.repeat(300_000));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
  await server.close();
});
