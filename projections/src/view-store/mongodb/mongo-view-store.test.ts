import { createServer, type Server } from 'node:net';
import { freePort, listenHere } from '@directory/domain/testing/free-port';
import { afterEach, expect, test } from 'vitest';
import { OperatorError } from '../../config.ts';
import { added, commitTo, someView, beginLive } from '../../testing/notes.ts';
import { ViewStoreUnavailable } from '../view-store.ts';
import { openMongoViewStore } from './mongo-view-store.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Accepts connections and never sends a byte. */
async function silentPort(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).unref());
  servers.push(server);
  return listenHere(server);
}

test.each([
  ['is not there', freePort],
  ['takes the connection and never answers', silentPort],
])(
  'a server that %s makes every call ViewStoreUnavailable within seconds',
  async (_, port) => {
    const url = `mongodb://user:secret@127.0.0.1:${await port()}/views`;
    const store = openMongoViewStore({ url });
    const view = someView();
    const calls = [
      store.ping(),
      store.get(view, 'a'),
      store.generations(),
      beginLive(store, view),
      commitTo(store, { id: 'notes_1_0' }, { documents: [added('a', 1)] }),
      store.lease({ name: 'lease', holder: 'one', ttlMs: 1_000 }),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === 'fulfilled') throw new Error('it answered');
      expect(outcome.reason).toBeInstanceOf(ViewStoreUnavailable);
      expect(String(outcome.reason)).not.toContain('secret');
      expect(outcome.reason).not.toHaveProperty('cause');
    }
    await store.close();
  },
  20_000,
);

test.each([
  'mongodb://user:secret@one:notaport/views',
  'mongodb://user:secret@one/views?colour=red',
  'mongodb://user:se%ret@one/views',
])('an address that the driver refuses is reported without its password: %s', (url) => {
  const open = () => openMongoViewStore({ url });
  expect(open).toThrow(OperatorError);
  expect(open).toThrow(/^MONGODB_URL cannot be used: /);
  expect(open).not.toThrow(/se(c|%)ret/);
});
