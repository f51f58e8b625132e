import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { someEvents, someStream } from '../../testing/events.ts';
import { freePort, listenHere } from '../../testing/free-port.ts';
import { startOfLog, Unavailable, WrongServerSetting } from '../event-store.ts';
import { openEventStoreDb } from './event-store-db.ts';
import { startGrpcPeer } from './testing/grpc-peer.ts';

const fixture = (name: string) => fileURLToPath(new URL(`./testing/${name}`, import.meta.url));
/** Of a certificate for localhost that only tests use; it is its own authority. */
const certificate = fixture('localhost-cert.pem');

/** Of a ping, and of the calls that a program without one may begin with. */
async function firstError(url: string, timeoutMs = 2_000): Promise<unknown> {
  const store = await openEventStoreDb({ url, timeoutMs });
  const page = { after: startOfLog, limit: 1 };
  const errors = await Promise.all(
    [
      store.ping(),
      store.append(someStream(), someEvents(1), { expected: 'none' }),
      store.head(),
      store.readAll(page),
      store.readFields({ ...page, until: startOfLog }),
      store.readLast(1),
      store.readStream('business-1'),
    ].map((call) => call.catch((failure: unknown) => failure)),
  );
  await store.close();
  for (const error of errors) expect(error).toEqual(errors[0]);
  return errors[0];
}

describe('a server with TLS', () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    // It closes each connection once its certificate was seen.
    const options = {
      key: readFileSync(fixture('localhost-key.pem')),
      cert: readFileSync(certificate),
      ALPNProtocols: ['h2'],
    };
    server = createServer(options, (socket) => socket.end());
    server.on('tlsClientError', () => undefined);
    port = await listenHere(server);
  });
  afterEach(() => {
    server.close();
  });

  test('whose certificate is not trusted is a wrong setting', async () => {
    const error = await firstError(`esdb://admin:secret@localhost:${port}`);
    expect(error).toBeInstanceOf(WrongServerSetting);
    expect(error).toHaveProperty(
      'message',
      'The certificate of EventStoreDB is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): name its certificate authority with tlsCAFile in EVENTSTORE_URL, and the server as its certificate does.',
    );
  });

  test('whose certificate authority the address names is an outage like others', async () => {
    const error = await firstError(
      `esdb://admin:secret@localhost:${port}?tlsCAFile=${encodeURIComponent(certificate)}`,
    );
    expect(error).toBeInstanceOf(Unavailable);
  });

  test('is a wrong setting for an address without TLS', async () => {
    const error = await firstError(`esdb://localhost:${port}?tls=false`);
    expect(error).toBeInstanceOf(WrongServerSetting);
    expect(error).toHaveProperty('message', expect.stringContaining('EventStoreDB requires TLS'));
  });
});

test('a server without TLS is a wrong setting for an address with TLS', async () => {
  const peer = await startGrpcPeer();
  const { port } = new URL(peer.url);
  // The search outlasts the calls, but must end: others with the timers of this process would run beside it.
  const cluster = `localhost:1,localhost:${port}?maxDiscoverAttempts=10`;
  for (const [address, timeoutMs] of [[`localhost:${port}`], [cluster, 500]] as const) {
    const error = await firstError(`esdb://admin:secret@${address}`, timeoutMs);
    expect(error).toBeInstanceOf(WrongServerSetting);
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^EventStoreDB does not speak TLS/),
    );
  }
  peer.stop();
});

test('a server that nobody started is an outage whose message has the reason', async () => {
  const port = await freePort();
  const error = await firstError(`esdb://127.0.0.1:${port}?tls=false`);
  expect(error).toBeInstanceOf(Unavailable);
  expect(error).toHaveProperty(
    'message',
    `EventStoreDB cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
});
