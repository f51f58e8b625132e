import fs, { existsSync, readdirSync, renameSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { upcast } from '../../business/upcast.ts';
import { BetterSqlite3 } from '../sqlite-driver.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { plainEvent, someEvent, someMetadata } from '../../testing/events.ts';
import { writeFormat1 } from '../../testing/format-1-log.ts';
import { keysInMemory } from '../../testing/memory-keys.ts';
import { personalData } from '../../personal-data/personal-data.ts';
import {
  startOfLog,
  Unavailable,
  UnusableLog,
  type NewEvent,
  type RecordedEvent,
} from '../event-store.ts';
import { eventHash, firstTamperedRevision } from '../hash-chain.ts';
import { convertLog, type ConversionProgress } from './convert-log.ts';
import { openSqliteEventStore } from './sqlite-event-store.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convert-'));
  file = join(folder, 'events.db');
});
afterEach(() => rm(folder, { recursive: true }));

function history(length: number): readonly NewEvent[] {
  const events: NewEvent[] = [];
  for (let revision = 0; revision < length; revision += 1) {
    const before = events.at(-1);
    const metadata = someMetadata(before && { previous: eventHash(before) });
    const type = revision === 0 ? 'BusinessSubmitted' : 'BusinessEdited';
    events.push(someEvent({ type, data: { secret: `value ${revision}` }, metadata }));
  }
  return events;
}

const visits = (count: number) =>
  Array.from({ length: count }, () => someEvent({ type: 'BusinessViewed' }));

async function readConverted(conversion = {}): Promise<readonly RecordedEvent[]> {
  await convertLog(file, conversion);
  const store = await openSqliteEventStore({ file });
  const events = (await store.readAll({ after: startOfLog, limit: 10_000 })).map(plainEvent);
  await store.close();
  return events;
}

const files = async () => (await readdir(folder)).toSorted();

test('a log of format 1 has the same events at the same positions in format 2', async () => {
  const [business, visited] = [history(3), visits(2)];
  writeFormat1(file, { 'business-1': business, 'visits-1': visited });
  expect(await readConverted()).toEqual([
    ...business.map((event, revision) => ({
      ...event,
      stream: 'business-1',
      revision,
      position: expect.stringMatching(/0{10}/) as unknown,
    })),
    ...visited.map((event, revision) => ({
      ...event,
      stream: 'visits-1',
      revision,
      position: expect.stringMatching(/0{10}/) as unknown,
    })),
  ]);
  const positions = (await readConverted()).map(({ position }) => Number(position));
  expect(positions).toEqual([7, 9, 11, 13, 15]);
  expect(await files()).toEqual(['events.db', 'events.format-1.db']);
});

test('a converted log assigns no position again and takes a repeated append for what it is', async () => {
  const business = history(2);
  writeFormat1(file, { 'business-1': business });
  await convertLog(file, {});
  const store = await openSqliteEventStore({ file });
  expect(await store.append('business-1', business, { expected: 'none' })).toMatchObject({
    revision: 1,
  });
  const { position, revision } = await store.append('business-1', [someEvent()], { expected: 1 });
  expect([Number(position), revision]).toEqual([5001, 2]);
  await store.close();
});

test('the old file keeps every event', async () => {
  const business = history(3);
  writeFormat1(file, { 'business-1': business });
  await readConverted();
  const old = new BetterSqlite3(join(folder, 'events.format-1.db'), { readonly: true });
  const bodies = old.prepare<[], string>('SELECT body FROM events ORDER BY position').pluck().all();
  old.close();
  expect(bodies.map((body): unknown => JSON.parse(body))).toEqual(business);
});

const hex = (data: object) => Buffer.from(JSON.stringify(data)).toString('hex');
const encryption = {
  encrypt: (events: readonly NewEvent[]) =>
    Promise.resolve(events.map((event) => ({ ...event, data: { hex: hex(event.data) } }))),
  read: (events: readonly RecordedEvent[]) =>
    Promise.resolve(events.map((event) => ({ ...plainEvent(event), data: { hex: hexOf(event) } }))),
};
const hexOf = ({ data }: RecordedEvent) => ('hex' in data ? data.hex : hex(data));

test('events are stored encrypted, and the chain covers what is stored', async () => {
  writeFormat1(file, { 'business-1': history(4) });
  const events = await readConverted(encryption);
  expect(events.map(({ data }) => data)).toEqual(
    [0, 1, 2, 3].map((revision) => ({ hex: hex({ secret: `value ${revision}` }) })),
  );
  expect(await firstTamperedRevision(events)).toBeNull();
});

test('a chain that was broken stays broken at the same event', async () => {
  const business = history(5).map((event, revision) =>
    revision === 1 ? { ...event, data: { secret: 'forged' } } : event,
  );
  writeFormat1(file, { 'business-1': business });
  expect(await firstTamperedRevision(await readConverted(encryption))).toBe(2);
});

test('a copy that does not read as the same events is not used', async () => {
  writeFormat1(file, { 'business-1': history(2) });
  const encrypt = (events: readonly NewEvent[]) =>
    Promise.resolve(events.map((event) => ({ ...event, data: { hex: '' } })));
  const wrong = { ...encryption, encrypt };
  await expect(convertLog(file, wrong)).rejects.toThrow('event 0 of business-1');
  await expect(convertLog(file, wrong)).rejects.toBeInstanceOf(UnusableLog);
  expect(existsSync(join(folder, 'events.format-1.db'))).toBe(false);
  expect(await readConverted(encryption)).toHaveLength(2);
});

test('a conversion that was interrupted at any step continues', async () => {
  const streams = { 'business-1': history(1_500), 'visits-1': visits(1_500) };
  writeFormat1(file, streams);
  const steps: string[] = [];
  const interruptAt = (count: number) => ({
    ...encryption,
    onProgress: ({ step, events }: ConversionProgress) => {
      if (steps.push(`${step} ${events}`) === count) throw new Error('interrupted');
    },
  });
  for (const count of [1, 3, 6])
    await expect(convertLog(file, interruptAt(count))).rejects.toThrow('interrupted');
  expect(steps).toEqual([
    'copying 1000',
    'copying 2000',
    'copying 3000',
    'comparing 1000',
    'comparing 2000',
    'comparing 3000',
  ]);
  const events = await readConverted(encryption);
  expect(events).toHaveLength(3_000);
  expect(await firstTamperedRevision(events.slice(0, 1_500))).toBeNull();
});

test('a conversion that was interrupted between the two renames is finished', async () => {
  writeFormat1(file, { 'business-1': history(2) });
  await convertLog(file, {});
  renameSync(file, `${file}.format-2`);
  expect(await readConverted()).toHaveLength(2);
  expect(await files()).toEqual(['events.db', 'events.format-1.db']);
});

test('a conversion succeeds where another program finishes it between the two renames', async () => {
  writeFormat1(file, { 'business-1': history(2) });
  const rename = renameSync;
  const raced = vi.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
    rename(from, to);
    rename(`${file}.format-2`, file);
  });
  onTestFinished(() => {
    raced.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  expect(await readConverted()).toHaveLength(2);
  expect(raced).toHaveBeenCalledOnce();
  expect(await files()).toEqual(['events.db', 'events.format-1.db']);
});

test('what an interrupted conversion copied is not taken for the log', async () => {
  const encrypt = () => Promise.reject(new Error('interrupted'));
  writeFormat1(file, { 'business-1': history(2) });
  await convertLog(file, {});
  await rm(file);
  writeFormat1(file, { 'business-1': history(3) });
  await expect(convertLog(file, { encrypt })).rejects.toThrow('interrupted');
  expect(await readConverted()).toHaveLength(3);
  await rm(join(folder, 'events.format-1.db'));
  renameSync(file, `${file}.format-2`);
  await convertLog(file, {});
  expect(existsSync(file)).toBe(false);
});

const whole = history(3);

test.each<[string, Record<string, readonly NewEvent[]>, string]>([
  ['is another one', { 'visits-1': visits(3) }, 'was not copied right'],
  ['is another and longer one', { 'visits-1': visits(5) }, 'stream visits-1 was not copied'],
  [
    'has its events in another order',
    { 'visits-1': visits(1), 'business-1': history(5) },
    'stream visits-1 was not copied',
  ],
  ['is an older backup', { 'business-1': whole.slice(0, 2) }, 'it has too many events'],
])(
  'a conversion that was interrupted begins again when the log %s',
  async (_, streams, message) => {
    const onProgress = () => {
      throw new Error('interrupted');
    };
    writeFormat1(file, { 'business-1': whole });
    await expect(convertLog(file, { onProgress })).rejects.toThrow('interrupted');
    await rm(file);
    writeFormat1(file, streams);
    await expect(convertLog(file, {})).rejects.toThrow(message);
    const events = await readConverted();
    expect(events.map(({ id }) => id)).toEqual(
      Object.values(streams).flatMap((each) => each.map(({ id }) => id)),
    );
  },
);

test('a conversion that was interrupted begins again when what it copied cannot be read', async () => {
  writeFormat1(file, { 'business-1': whole });
  const interrupted = {
    ...encryption,
    onProgress: () => {
      throw new Error('interrupted');
    },
  };
  await expect(convertLog(file, interrupted)).rejects.toThrow('interrupted');
  const read = (events: readonly RecordedEvent[]) =>
    events.some(({ data }) => 'hex' in data)
      ? Promise.reject(new Unavailable('no key'))
      : Promise.resolve(events.map(plainEvent));
  await expect(convertLog(file, { read })).rejects.toThrow(
    'what was copied cannot be read: no key',
  );
  expect(await readConverted({ read })).toHaveLength(3);
});

test('a conversion that was interrupted begins again when it encrypted what it copied under another key', async () => {
  const [first] = history(1);
  if (!first) throw new Error('no event');
  const ownerId = randomUUID();
  const data = { ownerId, details: { businessName: 'Warung' } };
  writeFormat1(file, { 'business-1': [{ ...first, data }] });
  const [wrong, right] = [personalData(keysInMemory()), personalData(keysInMemory())];
  const onProgress = () => {
    throw new Error('interrupted');
  };
  const encrypt = (events: readonly NewEvent[]) => wrong.encrypt(events);
  await expect(convertLog(file, { encrypt, onProgress })).rejects.toThrow('interrupted');
  // So that there is a key, but another one.
  await right.encrypt([{ ...first, data }]);
  const conversion = {
    encrypt: (events: readonly NewEvent[]) => right.encrypt(events),
    read: async (events: readonly RecordedEvent[]) =>
      (await right.decrypt(events)).map((event) => upcast(event)),
  };
  await expect(convertLog(file, conversion)).rejects.toThrow('was not copied right');
  expect(await right.decrypt(await readConverted(conversion))).toMatchObject([{ data }]);
});

test('a log that another program has open is not converted', async () => {
  writeFormat1(file, { 'business-1': history(2) });
  const other = new BetterSqlite3(file);
  other.prepare('SELECT count(*) FROM events').get();
  await expect(convertLog(file, {})).rejects.toThrow('a program that is running has it open');
  other.close();
  expect(await readConverted()).toHaveLength(2);
});

test('nothing is written to a log while it is converted', async () => {
  writeFormat1(file, { 'business-1': history(2) });
  const steps: string[] = [];
  const events = await readConverted({
    onProgress: ({ step }: ConversionProgress) => {
      const other = new BetterSqlite3(file, { timeout: 0 });
      expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked');
      other.close();
      steps.push(step);
    },
  });
  expect(steps).toEqual(['copying', 'comparing']);
  expect(events).toHaveLength(2);
});

test('the WAL of a log of format 1 is not left to the converted one', async () => {
  writeFormat1(file, { 'business-1': history(2) });
  let atLast: string[] = [];
  await convertLog(file, { onProgress: () => (atLast = readdirSync(folder)) });
  expect(atLast).toContain('events.db-wal');
  expect(await files()).toEqual(['events.db', 'events.format-1.db']);
  expect(await readConverted()).toHaveLength(2);
});

test.each(['{', '{}'])(
  'a damaged event, %s, ends the conversion, and the log stays as it is',
  async (body) => {
    writeFormat1(file, { 'business-1': history(2) });
    const db = new BetterSqlite3(file);
    db.exec(`UPDATE events SET body = '${body}' WHERE revision = 1`);
    db.close();
    await expect(convertLog(file, {})).rejects.toThrow('it is damaged');
    await expect(convertLog(file, {})).rejects.toBeInstanceOf(UnusableLog);
    expect(existsSync(join(folder, 'events.format-1.db'))).toBe(false);
  },
);

test('logs of format 2 and missing files are left alone', async () => {
  await convertLog(file, {});
  expect(await files()).toEqual([]);
  const store = await openSqliteEventStore({ file });
  await store.append('visits-1', [someEvent({ id: randomUUID() })], { expected: 'none' });
  await convertLog(file, {});
  await store.close();
  expect(await files()).toEqual(['events.db']);
});

test('a log that was not converted is refused', async () => {
  writeFormat1(file, { 'business-1': history(1) });
  await expect(openSqliteEventStore({ file })).rejects.toThrow('it has format 1');
});
