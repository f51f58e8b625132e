import { createServer } from 'node:net';
import { WrongServerSetting } from '@directory/domain/event-store';
import { listenHere } from '@directory/domain/testing/free-port';
import { MongoBulkWriteError, MongoServerError, type BulkWriteResult, type Db } from 'mongodb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mongoAccess, onDisk, hasOnlyDuplicates, settingError } from './mongo-access.ts';

class Unavailable extends Error {}

async function pingError(url: string): Promise<unknown> {
  const access = mongoAccess({ url, what: 'the notes', Unavailable });
  const error: unknown = await access.ping().catch((failure: unknown) => failure);
  await access.close();
  return error;
}

test('a server without TLS is a wrong setting for an address with TLS', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end('this is no TLS'));
  });
  const port = await listenHere(server);
  const error = await pingError(`mongodb://127.0.0.1:${port}/?tls=true`);
  server.close();
  expect(error).toBeInstanceOf(WrongServerSetting);
  expect(error).toHaveProperty('message', expect.stringContaining('MongoDB does not speak TLS'));
});

test('a file of certificates that cannot be read is a wrong setting', async () => {
  const error = await pingError('mongodb://127.0.0.1:1/?tls=true&tlsCAFile=/missing/ca.pem');
  expect(error).toBeInstanceOf(WrongServerSetting);
  expect(error).toHaveProperty('message', expect.stringContaining("'/missing/ca.pem'"));
});

test('a server that nobody started is an outage', async () => {
  expect(await pingError('mongodb://127.0.0.1:1')).toBeInstanceOf(Unavailable);
});

test('writes of every collection are acknowledged as the store asks', async () => {
  const access = mongoAccess({
    ...{ url: 'mongodb://127.0.0.1:1/notes', what: 'the notes', Unavailable },
    writes: onDisk,
  });
  const concern = await access.use(async (db) => db.collection('notes').writeConcern);
  await access.close();
  expect(concern).toMatchObject({ w: 'majority', journal: true });
});

test('a preparation that never ends is an outage, and the next call begins it again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const endings = [new Promise(() => undefined), Promise.resolve()];
  const access = mongoAccess({
    ...{ url: 'mongodb://127.0.0.1:1/notes', what: 'the notes', Unavailable },
    prepare: async () => endings.shift(),
  });
  const use = () => access.use(() => Promise.resolve('answered'));
  const refused = expect(use()).rejects.toBeInstanceOf(Unavailable);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(await use()).toBe('answered');
  await access.close();
});

test('a late end of a call that began before a new connection is no outage of that one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const access = mongoAccess({ url: 'mongodb://127.0.0.1:1', what: 'the notes', Unavailable });
  const never = () => access.use(() => new Promise(() => undefined)).catch(String);
  const first = never();
  await vi.advanceTimersByTimeAsync(1_000);
  const second = never();
  await vi.advanceTimersByTimeAsync(29_500);
  expect(await first).toContain('no answer within 30000 ms');
  await vi.advanceTimersByTimeAsync(500);
  expect(await second).toContain('no answer within 30000 ms');
  expect(await access.use(() => Promise.resolve('answered'))).toBe('answered');
  await access.close();
});

test('a refused password is a wrong setting that mentions authSource', () => {
  const error = settingError(new MongoServerError({ code: 18, message: 'Authentication failed.' }));
  expect(error?.message).toMatch(/refuses the user name or the password.*authSource=admin/);
});

test.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED'])(
  'a certificate refused with %s is a wrong setting',
  (code) => {
    const cause = Object.assign(new Error('refused'), { code });
    expect(settingError(new Error('no connection', { cause }))?.message).toContain(code);
  },
);

test.each([
  ['ids that exist', [11_000, 11_000], undefined, true],
  ['another error among them', [11_000, 121], undefined, false],
  ['replicas that did not confirm', [], 64, false],
  ['both', [11_000], 64, false],
])('a bulk write that failed for %s', (_, codes, concern, isExpected) => {
  const result = {
    getWriteConcernError: () => concern && { code: concern },
  } as unknown as BulkWriteResult;
  const writeErrors = codes.map((code, index) => ({ code, index })) as never;
  const error = new MongoBulkWriteError({ message: '', code: 0, writeErrors }, result);
  expect(hasOnlyDuplicates(error)).toBe(isExpected);
});

test('after a wait for the server, further calls fail without one for half a second', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const access = mongoAccess({ url: 'mongodb://127.0.0.1:1', what: 'the notes', Unavailable });
  onTestFinished(() => access.close());
  const work = vi.fn((db: Db) => db.command({ ping: 1 }));
  for (const ms of [0, 499, 500]) {
    now.mockReturnValue(ms);
    await expect(access.use(work)).rejects.toThrow('the notes in MongoDB cannot be reached');
  }
  expect(work).toHaveBeenCalledTimes(2);
});
