import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import Router from '@koa/router';
import { expect, test } from 'vitest';
import { serveRoutes } from '../../testing/serve-routes.ts';
import { beaconBody, bodyOf, jsonBody, readBody } from './json-body.ts';
import { visitor, type ApiRouter, type Viewer } from './session.ts';

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

const owner: Viewer = { role: 'user', id: 'siti', fullName: 'Siti' };

test.each([
  ['an owner', 256, owner, jsonBody],
  ['a visitor', 16, visitor, jsonBody],
  ['an owner whose visit is counted', 16, owner, beaconBody],
])(
  'a body of %s of %i kB is read, and a larger one refused before any of it arrives',
  async (_, kB, viewer, read) => {
    const router: ApiRouter = new Router();
    router.post('/', read, (ctx) => {
      ctx.body = { length: JSON.stringify(bodyOf(ctx)).length };
    });
    const server = await serveRoutes(router, viewer);
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify('x'.repeat(kB * 1024 - 2));
    const answer = await fetch(server.url, { method: 'POST', headers, body });
    expect(await answer.json()).toEqual({ length: kB * 1024 });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
    socket.write(`Content-Length: ${kB * 1024 + 1}\r\n\r\n`);
    const [refusal] = (await once(socket, 'data')) as [Buffer];
    expect(refusal.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    await server.close();
  },
);

test('a connection goes on after a body that was too large', async () => {
  const router = new Router().post('/', readBody(['application/json'], 20_000), (ctx) => {
    ctx.status = 204;
  });
  const server = await serveRoutes(router);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const part = `${(100_000).toString(16)}\r\n${' '.repeat(100_000)}\r\n`;
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${part.repeat(20)}0\r\n\r\n`);
  socket.end(`${head}Connection: close\r\nContent-Length: 2\r\n\r\n{}`);
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 204']);
  await server.close();
});
