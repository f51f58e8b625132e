import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Router from '@koa/router';
import { afterEach, expect, test, vi } from 'vitest';
import { visitor, type RequestState, type Viewer } from '../http/middleware/session.ts';
import { serveRoutes } from '../testing/serve-routes.ts';
import { startTestSite } from '../testing/test-site.ts';
import { multipartForm, type FormLimits } from './multipart.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const never = { windowMs: 600_000, minBytes: 1, maxMs: 600_000 };
const head =
  'POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=xx\r\nContent-Length: 1000000\r\n\r\n' +
  '--xx\r\nContent-Disposition: form-data; name="businessName"\r\n\r\n';

async function serveForms(limits: Partial<FormLimits>, viewer: Viewer = visitor) {
  let begun = 0;
  const form = multipartForm(limits);
  const site = await serveRoutes(
    new Router<RequestState>().post(
      '/form',
      async (_, next) => {
        begun += 1;
        await next();
      },
      form,
      (ctx) => {
        ctx.body = 'read';
      },
    ),
    viewer,
  );
  closing.push(site.close);
  return { url: site.url, reported: site.reported, begun: () => begun };
}

/** Sends the beginning of a form from one of the addresses of this machine, and no more. */
function stall(url: string, localAddress = '127.0.0.1', beginning = head): Socket {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.write(beginning);
  closing.push(() => void socket.destroy());
  return socket;
}

async function send(url: string): Promise<number> {
  const body = new FormData();
  body.append('businessName', 'Kedai');
  return (await fetch(`${url}/form`, { method: 'POST', body })).status;
}

test('a stalled upload is answered 408 and its connection is closed', async () => {
  const minRate = { windowMs: 60, minBytes: 1_000, maxMs: 600_000 };
  const site = await serveForms({ minRate });
  const answer = await text(stall(site.url));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('upload-too-slow');
  expect(site.reported).toEqual([]);
});

test('an upload that announces more than any may hold is answered 413 before it arrives', async () => {
  const site = await serveForms({ minRate: never });
  const announced = head.replace('Content-Length: 1000000', 'Content-Length: 14000000');
  const socket = stall(site.url, '127.0.0.1', announced).setEncoding('utf8');
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 413 /);
});

test('an upload that stalls after a good beginning is answered 408', async () => {
  const minRate = { windowMs: 100, minBytes: 1_000, maxMs: 600_000 };
  const site = await serveForms({ minRate });
  const socket = stall(site.url);
  await expect.poll(site.begun).toBe(1);
  socket.write('x'.repeat(5_000));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload leaves no timer behind', async () => {
  const site = await serveForms({});
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  closing.push(() => void vi.useRealTimers());
  expect([await send(site.url), vi.getTimerCount()]).toEqual([200, 0]);
});

test('an upload below the minimum rate is answered 408', async () => {
  const minRate = { windowMs: 200, minBytes: 1_000, maxMs: 600_000 };
  const site = await serveForms({ minRate });
  const socket = stall(site.url);
  const drip = setInterval(() => socket.write('x'), 20);
  closing.push(() => {
    clearInterval(drip);
  });
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload that exceeds maxMs is answered 408 at any rate', async () => {
  const minRate = { windowMs: 50, minBytes: 0, maxMs: 300 };
  const site = await serveForms({ minRate });
  const socket = stall(site.url);
  const stream = setInterval(() => socket.write('x'.repeat(10)), 20);
  closing.push(() => {
    clearInterval(stream);
  });
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('ten stalled uploads block others no longer than one window', async () => {
  const minRate = { windowMs: 300, minBytes: 1_000, maxMs: 600_000 };
  const site = await serveForms({ minRate, maxPerClient: 10 });
  for (let each = 0; each < 10; each += 1) stall(site.url, '127.0.0.2');
  await expect.poll(site.begun).toBe(10);
  await expect.poll(() => send(site.url)).toBe(200);
});

test('a client beyond maxPerClient is answered 429 and other clients are served', async () => {
  const site = await serveForms({ minRate: never });
  for (let each = 0; each < 5; each += 1) stall(site.url, '127.0.0.2');
  await expect.poll(site.begun).toBe(5);
  expect(await send(site.url)).toBe(200);
  const socket = stall(site.url, '127.0.0.2').setEncoding('utf8');
  const refused = String(await once(socket, 'data'));
  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/^Retry-After: 5/m);
});

test('an account beyond maxPerClient is answered 429 from any address', async () => {
  const owner = { role: 'user', id: 'siti', fullName: 'Siti' } as const;
  const site = await serveForms({ minRate: never }, owner);
  const stalled = ['127.0.0.2', '127.0.0.3', '127.0.0.4'].map((from) => stall(site.url, from));
  await expect.poll(site.begun).toBe(3);
  expect(await send(site.url)).toBe(429);
  stalled[0]?.destroy();
  await expect.poll(() => send(site.url)).toBe(200);
});

test('the accounts of one IPv6 network have its share together', async () => {
  const site = await startTestSite({ settings: { TRUST_PROXY: '1' } });
  closing.push(site.stop);
  const upload = (address: string) => {
    const { token } = site.signIn('user');
    const names = `X-Forwarded-For: ${address}\r\nAuthorization: Bearer ${token}\r\n`;
    const form = head.replace('/form', '/api/businesses').replace('\r\n', `\r\n${names}`);
    return stall(site.url, '127.0.0.1', form).setEncoding('utf8');
  };
  const addresses = [1, 2, 3, 4].map((each) => `2001:db8:1:2:${each}::1`);
  const refused = await Promise.race(addresses.map((address) => once(upload(address), 'data')));
  expect(String(refused)).toMatch(/^HTTP\/1\.1 429 /);
});

test('a closed connection releases its slot', async () => {
  const site = await serveForms({ minRate: never, maxConcurrent: 1 });
  const socket = stall(site.url, '127.0.0.2');
  await expect.poll(() => send(site.url)).toBe(503);
  socket.destroy();
  await expect.poll(() => send(site.url)).toBe(200);
});
