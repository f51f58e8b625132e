import { connect } from 'node:http2';
import { connect as connectTo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { someEvents, someStream } from '../../../testing/events.ts';
import { openEventStoreDb } from '../event-store-db.ts';
import { startGrpcPeer, type GrpcPeer } from './grpc-peer.ts';
import { streamsService } from './stubs.ts';

const rejections: unknown[] = [];
const keep = (reason: unknown) => void rejections.push(reason);
let peer: GrpcPeer;
beforeEach(async () => {
  process.on('unhandledRejection', keep);
  peer = await startGrpcPeer();
});
afterEach(() => {
  process.off('unhandledRejection', keep);
  peer.stop();
});

test('a client that disconnects during an append does not affect other clients', async () => {
  const { host, hostname, port } = new URL(peer.url);
  const socket = connectTo(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const session = connect(`http://${host}`, { createConnection: () => socket });
  const call = session.request({
    ':method': 'POST',
    ':path': streamsService.append.path,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  for (const each of [session, call]) each.on('error', () => undefined);
  await expect.poll(() => peer.calls.append).toBe(1);
  socket.resetAndDestroy();
  const store = await openEventStoreDb({ url: peer.url, timeoutMs: 30_000 });
  const stream = someStream();
  await store.append(stream, someEvents(1), { expected: 'none' });
  expect(await store.readStream(stream)).toHaveLength(1);
  await store.close();
  // The peer heard of the reset before it answered these calls; a rejection is reported a turn later.
  await closed;
  await setImmediate();
  expect(rejections).toEqual([]);
});
