import Router from '@koa/router';
import { Unavailable } from '@directory/domain/event-store';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { unavailable } from '../errors.ts';
import type { RequestState } from './session.ts';
import { serveRoutes } from '../../testing/serve-routes.ts';
import { jsonBody } from './json-body.ts';

const read = vi.fn();
const site = await serveRoutes(
  new Router<RequestState>()
    .post('/body', jsonBody, read)
    .get('/expected', () => Promise.reject(unavailable()))
    .get('/unreachable', () => Promise.reject(new Unavailable('the log cannot be read')))
    .get('/bug', () => Promise.reject(new TypeError('a secret'))),
);
beforeEach(() => {
  site.reported.length = 0;
});
afterAll(() => site.close());

test('a RequestProblem is sent and not reported', async () => {
  expect((await fetch(`${site.url}/expected`)).status).toBe(503);
  expect(site.reported).toEqual([]);
});

test('an unreachable store is answered 503 and reported', async () => {
  expect((await fetch(`${site.url}/unreachable`)).status).toBe(503);
  expect(site.reported).toHaveLength(1);
});

test('an unexpected error is answered 500, reported, and not shown to the client', async () => {
  const answer = await fetch(`${site.url}/bug`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('secret');
  expect(site.reported).toHaveLength(1);
});

test('a client that disconnects within its body is not reported', async () => {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  socket.write(
    'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a"',
  );
  const afterThat = async () => {
    const answer = await fetch(`${site.url}/expected`);
    expect(answer.status).toBe(503);
  };
  await afterThat();
  socket.destroy();
  await once(socket, 'close');
  await afterThat();
  expect(read).not.toHaveBeenCalled();
  expect(site.reported).toEqual([]);
});
