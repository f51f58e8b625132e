import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BetterSqlite3 } from '../sqlite-driver.ts';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { someEvent, someEvents } from '../../testing/events.ts';
import { eventStoreContract } from '../contract.suite.ts';
import { startOfLog, Unavailable, UnusableLog, type EventStore } from '../event-store.ts';
import { openLogFile } from './log-file.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'event-log-'));
afterAll(() => rm(folder, { recursive: true }));

const shared = join(folder, 'contract.db');
eventStoreContract('SQLite', () => openSqliteEventStore({ file: shared }));

let files = 0;
const newFile = () => join(folder, `${(files += 1)}.db`);

const opened: EventStore[] = [];
async function open(file: string): Promise<EventStore> {
  const store = await openSqliteEventStore({ file });
  opened.push(store);
  return store;
}
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));

/** By SQLite's file format: a frame of the WAL that ends a transaction names the size of the database after it. */
async function commitsInWal(file: string): Promise<number> {
  const wal = await readFile(`${file}-wal`);
  const pageSize = wal.readUInt32BE(8);
  let commits = 0;
  for (let frame = 32; frame < wal.length; frame += 24 + pageSize)
    if (wal.readUInt32BE(frame + 4) > 0) commits += 1;
  return commits;
}

describe('group commit', () => {
  test('waiting appends share one transaction', async () => {
    const file = newFile();
    const store = await open(file);
    await store.append('business-1', someEvents(1), { expected: 'none' });
    const before = await commitsInWal(file);
    await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        store.append(`visits-${index}`, someEvents(1), { expected: 'any' }),
      ),
    );
    const commits = (await commitsInWal(file)) - before;
    expect(commits).toBeGreaterThan(0);
    expect(commits).toBeLessThan(10);
  });

  test('more appends at once than a transaction takes have an outcome each', async () => {
    const store = await open(newFile());
    const streams = Array.from({ length: 2_500 }, (_, index) => `visits-${index % 2_400}`);
    const outcomes = await Promise.allSettled(
      streams.map((stream) => store.append(stream, someEvents(1), { expected: 'none' })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(
      streams.map((_, index) => (index < 2_400 ? 'fulfilled' : 'rejected')),
    );
    const more = await store.append('visits-0', someEvents(1), { expected: 0 });
    expect(more.revision).toBe(1);
  });

  test('an append is acknowledged only after its own commit', async () => {
    const file = newFile();
    const store = await open(file);
    for (let round = 0; round < 5; round += 1) {
      const before = round === 0 ? 0 : await commitsInWal(file);
      await store.append('visits-1', someEvents(1), { expected: 'any' });
      expect(await commitsInWal(file)).toBeGreaterThan(before);
    }
  });

  test('appends beyond the queue limit are refused at once and the others are stored', async () => {
    const store = await open(newFile());
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10_050 }, () =>
        store.append('visits-1', someEvents(1), { expected: 'any' }),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(50);
    expect(refused[0]?.reason).toBeInstanceOf(Unavailable);
    expect(await store.readStream('visits-1')).toHaveLength(10_000);
  });
});

describe('subscriptions in the same process', () => {
  test('are notified by a commit, not by the next poll', async () => {
    const store = await open(newFile());
    await store.append('visits-1', someEvents(1), { expected: 'none' });
    const { signal } = new AbortController();
    const batches = store.subscribe({ after: await store.head(), signal })[Symbol.asyncIterator]();
    await batches.next();
    const times: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const next = batches.next();
      const start = performance.now();
      await store.append('visits-1', someEvents(1), { expected: 'any' });
      await next;
      times.push(performance.now() - start);
    }
    // By looking every 100 ms each would take as long, since it begins right after a look.
    expect(Math.min(...times)).toBeLessThan(60);
  });
});

describe('the log file', () => {
  test('a reopened log holds the appended events', async () => {
    const file = newFile();
    const store = await open(file);
    const events = someEvents(3);
    const { position } = await store.append('business-1', events, { expected: 'none' });
    await store.close();
    const again = await open(file);
    expect(await again.head()).toBe(position);
    expect((await again.readStream('business-1')).map(({ id }) => id)).toEqual(
      events.map(({ id }) => id),
    );
  });

  test('the writing connection syncs at every commit', () => {
    const db = openLogFile(newFile());
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    db.close();
  });

  async function refusalOf(file: string): Promise<unknown> {
    const refusal: unknown = await openSqliteEventStore({ file }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnusableLog);
    expect(refusal).toHaveProperty('message', expect.stringContaining(file));
    return refusal;
  }

  test('a file that is not a database is refused and left unchanged', async () => {
    const file = newFile();
    const text = 'Catatan Kampung Baharu. '.repeat(500);
    await writeFile(file, text);
    expect(await refusalOf(file)).toHaveProperty(
      'message',
      `The event log ${file} cannot be used: it is damaged or not a database; restore it from a backup (docs/operations.md).`,
    );
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('a truncated log is refused', async () => {
    const file = newFile();
    const store = await open(file);
    await store.append('business-1', someEvents(500), { expected: 'none' });
    await store.close();
    await truncate(file, 20_000);
    expect(await refusalOf(file)).toHaveProperty('message', expect.stringContaining('damaged'));
  });

  test('a database of another application is refused and left unchanged', async () => {
    const file = newFile();
    const foreign = new BetterSqlite3(file);
    foreign.exec('CREATE TABLE views (id TEXT)');
    foreign.close();
    const before = await readFile(file);
    expect(await refusalOf(file)).toHaveProperty(
      'message',
      expect.stringContaining('something else'),
    );
    expect(await readFile(file)).toEqual(before);
  });

  test('a log of a newer format is refused', async () => {
    const file = newFile();
    await (await open(file)).close();
    const newer = new BetterSqlite3(file);
    newer.pragma('user_version = 3');
    newer.close();
    expect(await refusalOf(file)).toHaveProperty('message', expect.stringContaining('format 3'));
  });

  test('a missing or read-only folder is refused', async () => {
    // Root may write wherever the file system lets anybody, so for root it has to be one that lets nobody.
    const readOnly = process.getuid?.() === 0 ? '/proc' : join(folder, 'read-only');
    if (readOnly !== '/proc') await mkdir(readOnly, { mode: 0o555 });
    for (const unwritable of [join(folder, 'missing'), readOnly])
      expect(await refusalOf(join(unwritable, 'events.db'))).toHaveProperty(
        'message',
        expect.stringContaining('cannot be written'),
      );
  });

  test.skipIf(process.platform === 'win32')(
    'ping and append find a file that was removed or replaced',
    async () => {
      const file = newFile();
      const store = await open(file);
      const append = () => store.append('visits-1', [someEvent()], { expected: 'any' });
      await append();
      await rename(file, `${file}.moved`);
      for (const call of [() => store.ping(), append])
        await expect(call()).rejects.toThrow(
          `The event log ${file} cannot be used: the file was removed or replaced`,
        );
      await copyFile(`${file}.moved`, file);
      for (const call of [() => store.ping(), append])
        await expect(call()).rejects.toBeInstanceOf(UnusableLog);
      await rename(`${file}.moved`, file);
      await expect(store.ping()).resolves.toBeUndefined();
      await append();
      expect(await store.readStream('visits-1')).toHaveLength(2);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'ping and append name the reason where the folder cannot be read',
    async () => {
      const home = join(folder, 'unreadable');
      await mkdir(home);
      const store = await open(join(home, 'events.db'));
      await rename(home, `${home}.moved`);
      await symlink(home, home);
      for (const call of [
        () => store.ping(),
        () => store.append('visits-1', [someEvent()], { expected: 'any' }),
      ])
        await expect(call()).rejects.toThrow(
          `The event log ${join(home, 'events.db')} cannot be used: ELOOP`,
        );
    },
  );

  test('a stored event that is not JSON is UnusableLog with its position, not Unavailable', async () => {
    const file = newFile();
    const store = await open(file);
    await store.append('business-1', someEvents(3), { expected: 'none' });
    const other = new BetterSqlite3(file);
    other.exec(`UPDATE events SET data = '{', metadata = '{' WHERE position = 2`);
    other.close();
    const [, event] = await store.readStream('business-1');
    await expect(store.ping()).resolves.toBeUndefined();
    const error = new UnusableLog(
      file,
      'it is damaged at position 2; restore it from a backup (docs/operations.md)',
    );
    expect(() => event?.data).toThrow(error);
    expect(() => event?.metadata).toThrow(error);
    await expect(store.ping()).rejects.toBeInstanceOf(UnusableLog);
  });

  test.each([
    ['broken off', '{"inner":{"note":'],
    ['of two lines', '{"note":\n1}'],
    ['no object', '["note":1]'],
  ])('readFields of an event whose JSON is %s throws UnusableLog', async (_, json) => {
    const file = newFile();
    const store = await open(file);
    await store.append('business-1', someEvents(2), { expected: 'none' });
    const other = new BetterSqlite3(file);
    other.prepare('UPDATE events SET data = ? WHERE position = 2').run(json);
    other.close();
    const until = await store.head();
    const readNote = async () =>
      (await store.readFields({ after: startOfLog, until, limit: 9 })).events[1]?.data('note');
    await expect(readNote()).rejects.toBeInstanceOf(UnusableLog);
    await expect(store.ping()).rejects.toBeInstanceOf(UnusableLog);
  });

  test('an event of an unknown type number is UnusableLog', async () => {
    const file = newFile();
    const store = await open(file);
    await store.append('business-1', someEvents(1), { expected: 'none' });
    const other = new BetterSqlite3(file);
    other.exec('UPDATE events SET type_id = 7');
    other.close();
    await expect(store.readStream('business-1')).rejects.toBeInstanceOf(UnusableLog);
    const { signal } = new AbortController();
    const batches = store.subscribe({ after: startOfLog, signal })[Symbol.asyncIterator]();
    await expect(batches.next()).rejects.toBeInstanceOf(UnusableLog);
  });
});

test('an append that fails names the log and the reason', async () => {
  const file = newFile();
  const store = await open(file);
  const other = new BetterSqlite3(file);
  other.exec(
    `CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
  );
  other.close();
  await expect(store.append('business-1', someEvents(1), { expected: 'any' })).rejects.toEqual(
    new Unavailable(`The event log ${file} cannot be written: disk is full.`),
  );
});

describe('two stores on one file', () => {
  test('read the appends of each other at once', async () => {
    const file = newFile();
    const [one, two] = [await open(file), await open(file)];
    await one.append('business-1', someEvents(1), { expected: 'none' });
    await two.append('business-1', someEvents(1), { expected: 0 });
    await one.append('business-1', someEvents(1), { expected: 1 });
    for (const store of [one, two]) expect(await store.readStream('business-1')).toHaveLength(3);
    expect(await one.head()).toBe(await two.head());
  });

  test('are notified of the appends of each other', async () => {
    const file = newFile();
    const [one, two] = [await open(file), await open(file)];
    const { signal } = new AbortController();
    const batches = one.subscribe({ after: startOfLog, signal })[Symbol.asyncIterator]();
    await batches.next();
    const next = batches.next();
    const event = someEvent();
    await two.append('business-1', [event], { expected: 'none' });
    expect((await next).value).toMatchObject({ events: [{ id: event.id }], isAtHead: true });
  });

  test('open while another program writes', async () => {
    const file = newFile();
    const one = await open(file);
    await one.append('business-1', someEvents(1), { expected: 'none' });
    const writing = new BetterSqlite3(file);
    writing.exec('BEGIN IMMEDIATE');
    const two = await open(file);
    expect(await two.readStream('business-1')).toHaveLength(1);
    writing.close();
  });

  test('never assign a revision twice', async () => {
    const file = newFile();
    const stores = [await open(file), await open(file)] as const;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? stores[0] : stores[1]).append(`visits-${index % 3}`, someEvents(1), {
          expected: 'any',
        }),
      ),
    );
    expect(outcomes).toHaveLength(100);
    for (const stream of ['visits-0', 'visits-1', 'visits-2']) {
      const events = await stores[0].readStream(stream);
      expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index));
    }
  });
});

describe('a writer thread that crashes', () => {
  test('fails all waiting appends and is replaced at the next append', async () => {
    const file = newFile();
    const store = await open(file);
    const other = new BetterSqlite3(file);
    other.pragma('user_version = 99');
    const waiting = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        store.append('business-1', someEvents(1), { expected: 'any' }),
      ),
    );
    for (const outcome of waiting)
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(Unavailable);
    other.pragma('user_version = 2');
    other.close();
    await store.append('business-1', someEvents(1), { expected: 'none' });
    expect(await store.readStream('business-1')).toHaveLength(1);
  });
});
