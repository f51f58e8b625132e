import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen, requestListener, usualLimits } from './listen.ts';

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

test('the address of a server for all networks is one that a browser opens', async () => {
  const { url, stop } = await listen({ host: '0.0.0.0', port: 0 });
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  await stop(0);
});

test('a request during a slow start is answered after the grace period, and later ones by the site', async () => {
  const { url, answerWith, stop } = await listen(
    { host: '127.0.0.1', port: 0 },
    { answer: (_, response) => response.end('starting'), graceMs: 20 },
  );
  const get = async () => (await fetch(url)).text();
  expect(await get()).toBe('starting');
  answerWith((_, response) => response.end('here we are'));
  expect(await get()).toBe('here we are');
  await stop(0);
});

test('a quick start answers all requests itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url, answerWith, stop } = await listen(
    { host: '127.0.0.1', port: 0 },
    { answer: (_, response) => response.end('starting'), graceMs: 20 },
  );
  answerWith((_, response) => response.end('here we are'));
  vi.advanceTimersByTime(1_000);
  expect(await (await fetch(url)).text()).toBe('here we are');
  await stop(0);
});

test('headers that do not arrive in time are answered 408, and the connection is closed', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 }, undefined, {
    ...usualLimits,
    headersMs: 100,
  });
  answerWith((_, response) => response.end('here we are'));
  expect((await fetch(url)).status).toBe(200);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  await stop(0);
}, 10_000);

test('no header is lost where a client sends thousands, as the proxy may write its own last', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith(({ headers }, response) => response.end(headers['x-forwarded-for']));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const others = 'a:1\r\n'.repeat(2_100);
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${others}`);
  socket.write('X-Forwarded-For: 192.0.2.1\r\n\r\n');
  expect(await text(socket)).toMatch(/\r\n192\.0\.2\.1$/);
  await stop(0);
});

test('a connection above the limit is closed, and one that ends makes room', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 }, undefined, {
    ...usualLimits,
    connections: 1,
  });
  answerWith((_, response) => response.end('here we are'));
  const first = connect(Number(new URL(url).port), '127.0.0.1');
  await once(first, 'connect');
  const second = connect(Number(new URL(url).port), '127.0.0.1');
  await once(second, 'close');
  expect(second.bytesRead).toBe(0);
  first.destroy();
  await expect
    .poll(() => fetch(url).then((response) => response.text(), String))
    .toBe('here we are');
  await stop(0);
});

test('a client that stops reading its answer is cut off', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 }, undefined, {
    ...usualLimits,
    stalledMs: 100,
  });
  const length = 20_000_000;
  const closed = new Promise<void>((resolve) => {
    answerWith((_, response) => response.on('close', resolve).end(Buffer.alloc(length)));
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await closed;
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBeLessThan(length);
  await stop(0);
});

const refusedUpload =
  'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10000000\r\n\r\n';

test('a client that reads only after it sent a refused body whole reads the answer', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith(requestListener(new Koa()));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(refusedUpload);
  await new Promise((resolve) => socket.write(Buffer.alloc(10_000_000), resolve));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 404 Not Found\r\n[^]*\r\nConnection: close\r\n/);
  await stop(0);
});

test('a connection without keep-alive is closed when the rest of a refused body takes long', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith(requestListener(new Koa()));
  const socket = connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  socket.resume().write(refusedUpload);
  await once(socket, 'end');
  vi.advanceTimersByTime(5_000);
  await stop(600_000);
  socket.destroy();
});

test.each([
  ['on which nothing was sent, as browsers open in advance', ''],
  ['whose request was answered', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
])('a stop closes a connection %s at once', async (_, request) => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith((__, response) => response.end('here we are'));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  if (request !== '') await once(socket, 'data');
  const stopping = performance.now();
  await stop(5_000);
  expect(performance.now() - stopping).toBeLessThan(2_500);
  socket.destroy();
});

test.each([
  ['on an idle connection', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['on a new connection', ''],
])('a stop answers a request that arrived %s, but was not read yet', async (_, before) => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith((__, response) => response.end('here we are'));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(before);
  if (before !== '') await once(socket, 'data');
  const answer = text(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await stop(5_000);
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n[^]*here we are$/);
});

test('a stop answers all who connected while the process was busy', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  answerWith((_, response) => response.end('here we are'));
  const sockets = Array.from({ length: 20 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  const answers = sockets.map((socket) => text(socket.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n')));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await stop(5_000);
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/here we are$/);
});

test('a stop sends a long answer whole', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  const length = 20_000_000;
  answerWith((_, response) => response.end(Buffer.alloc(length)));
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  const stopped = stop(60_000);
  await sleep(100);
  expect((await buffer(socket)).length).toBeGreaterThan(length);
  await stopped;
});

test('a stop waits for a request in progress, and no longer than its grace period', async () => {
  const { url, answerWith, stop } = await listen({ host: '127.0.0.1', port: 0 });
  const waiting: ServerResponse[] = [];
  answerWith((_, response) => void waiting.push(response));
  const answered = fetch(`${url}/answered`).then((response) => response.text());
  const cutOff = fetch(`${url}/never`).then(String, () => 'cut off');
  await expect.poll(() => waiting.length).toBe(2);
  const stopped = stop(500);
  await sleep(200);
  waiting.find(({ req }) => req.url === '/answered')?.end('here we are');
  expect(await answered).toBe('here we are');
  await stopped;
  expect(await cutOff).toBe('cut off');
});
