import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commandHandler,
  decodeEvent,
  directoryLog,
  foldBusiness,
  isBusinessEvent,
  type BusinessEvent,
  type DirectoryLog,
  type Recorded,
} from '@directory/domain';
import {
  startOfLog,
  Unavailable,
  type EventStore,
  type RecordedEvent,
} from '@directory/domain/event-store';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';
import { keysInMemory, someEvent, withKeysInMemory } from '@directory/domain/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../accounts/passwords.ts';
import { registerOwner } from '../accounts/register-owner.ts';
import { openSqliteAccounts } from '../accounts/sqlite/sqlite-accounts.ts';
import { openDiskImages } from '../images/image-store.ts';
import { imageSaver } from '../images/save-image.ts';
import type { Place } from '../import/parse-place.ts';
import { wholeSeed, writeFewPlaces } from '../testing/sample-places.ts';
import { importCommandId, loadSeedData, seedCorrelationId } from './seed-data.ts';
import { seedDirectory, type SeedOptions } from './seed-directory.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const later = new Date('2026-11-23T09:30:00.000Z');

let folder: string;
let rooms: EmptyDirectory[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-'));
  rooms = [];
});
afterEach(async () => {
  for (const { log, accounts } of rooms) {
    await log.close();
    await accounts.close();
  }
  await rm(folder, { recursive: true });
});

test('seedDirectory fills an empty directory with public, pending and rejected listings, photos and visits', async () => {
  const directory = await openEmptyDirectory('whole', wholeSeed);
  const report = await seedDirectory(directory);
  const events = await allEvents(directory.log);

  const statuses = statusesOf(events);
  expect(report).toMatchObject({ outcome: 'seeded', listings: Object.keys(statuses).length });
  const count = (status: string) =>
    Object.values(statuses).filter((each) => each === status).length;
  expect(count('approved')).toBeGreaterThan(500);
  expect(count('pending')).toBe(4);
  expect(count('rejected')).toBe(2);

  const visits = events.filter(isVisit);
  expect(visits.length).toBeGreaterThan(5_000);
  expect(visits.length).toBeLessThan(10_000);
  expect(visits.every(({ metadata }) => metadata.demonstration)).toBe(true);
  expect(visits.every(({ metadata }) => metadata.time < '2026-11-20T16:00:00.000Z')).toBe(true);
  const approvals = new Map(
    events
      .filter(({ type }) => type === 'BusinessApproved')
      .map(({ data, metadata }) => [businessOf(data), metadata.time]),
  );
  const early = visits.filter(({ data, metadata }) => {
    const approvedAt = approvals.get(businessOf(data));
    return approvedAt === undefined || metadata.time < approvedAt;
  });
  expect(early).toEqual([]);
  const listed = new Set<unknown>();
  const unlisted = events.filter((event) => {
    if (event.type !== 'BusinessSubmitted' && event.type !== 'BusinessImported')
      return isVisit(event) && !listed.has(businessOf(event.data));
    listed.add(businessOf(event.data));
    return false;
  });
  expect(unlisted).toEqual([]);

  const images = imagesOf(events);
  expect(images).toHaveLength(12);
  expect(await readdir(join(directory.dataDir, 'uploads'))).toEqual(expect.arrayContaining(images));
});

describe('seedDirectory', () => {
  let few: string;
  beforeEach(async () => {
    few = join(folder, 'few');
    await writeFewPlaces(few);
  });

  test('adds the same events at the same time', async () => {
    const [first, second] = [
      await openEmptyDirectory('first', few),
      await openEmptyDirectory('second', few),
    ];
    await seedDirectory(first);
    await seedDirectory(second);
    const events = await byStream(first.log);
    expect(Object.keys(events).length).toBeGreaterThan(10);
    expect(await byStream(second.log)).toEqual(events);
  });

  test('seeds once', async () => {
    const directory = await openEmptyDirectory('once', few);
    const { ownerLogin } = await seedDirectory(directory);
    const events = await byStream(directory.log);
    expect(await seedDirectory({ ...directory, clock: () => later })).toEqual({
      outcome: 'seeded-before',
      listings: 0,
      ownerLogin,
    });
    expect(await byStream(directory.log)).toEqual(events);
  });

  test('begins nothing that is to start empty', async () => {
    const directory = await openEmptyDirectory('empty', few);
    const report = await seedDirectory({ ...directory, startEmpty: true });
    expect(report).toEqual({ outcome: 'start-empty', listings: 0, ownerLogin: null });
    expect(await allEvents(directory.log)).toEqual([]);
  });

  test('begins nothing where somebody has registered, as after a start that added nothing', async () => {
    const directory = await openEmptyDirectory('registered', few);
    await registerOwner(directory, {
      fullName: 'Siti binti Osman',
      icNumber: '900101-14-5678',
      phone: '012-3456789',
      email: 'siti@example.com',
      password: 'a long enough password',
    });
    const report = await seedDirectory(directory);
    expect(report).toEqual({ outcome: 'start-empty', listings: 0, ownerLogin: null });
    expect(await allEvents(directory.log)).toEqual([]);
    expect(await directory.accounts.countOwners()).toBe(1);
  });

  test('completes a seed that was interrupted before its first event', async () => {
    const directory = await openEmptyDirectory('cut-early', few);
    const failing = { ...directory, log: failingAfter(0, directory.log) };
    await expect(seedDirectory(failing)).rejects.toThrow(Unavailable);
    expect(await directory.accounts.countOwners()).toBe(1);
    expect((await seedDirectory(directory)).outcome).toBe('seeded');
  });

  test('adds nothing to a log with other events', async () => {
    const directory = await openEmptyDirectory('foreign', few);
    const event = {
      id: '0190a5b0-0000-7000-8000-000000000000',
      type: 'BusinessApproved',
      data: {},
    };
    const actor = { id: null, role: 'system' } as const;
    const ids = { commandId: event.id, correlationId: event.id };
    const metadata = { ...ids, actor, time: now.toISOString(), schema: 1 };
    await directory.log.append('business-other', [{ ...event, metadata }], { expected: 'none' });
    const report = await seedDirectory(directory);
    expect(report).toEqual({ outcome: 'foreign-log', listings: 0, ownerLogin: null });
    expect(await allEvents(directory.log)).toHaveLength(1);
    expect(await directory.accounts.getOwnerByEmail('owner@demo.example')).toBeNull();
  });

  test.each([1, 5, 14])('completes a seed that was interrupted at append %i', async (appends) => {
    const whole = await openEmptyDirectory('whole', few);
    await seedDirectory(whole);
    const cut = await openEmptyDirectory('cut', few);
    const failing = { ...cut, log: failingAfter(appends, cut.log) };
    await expect(seedDirectory(failing)).rejects.toThrow(Unavailable);
    const { outcome } = await seedDirectory({ ...cut, clock: () => later, startEmpty: true });
    expect(outcome).toBe('seeded');
    expect(await byStream(cut.log)).toEqual(await byStream(whole.log));
  });

  test('adds nothing to a directory that was used, also with other data', async () => {
    const directory = await openEmptyDirectory('used', few);
    await seedDirectory(directory);
    await directory.log.append('business-other', [someEvent()], { expected: 'none' });
    const events = await byStream(directory.log);
    const report = await seedDirectory({ ...directory, seedFolder: wholeSeed });
    expect(report).toMatchObject({ outcome: 'seeded-before', listings: 0 });
    expect(await byStream(directory.log)).toEqual(events);
  });

  test('adds nothing to a directory that was used, also where its keys are missing', async () => {
    const directory = await openEmptyDirectory('without-keys', few);
    await seedDirectory(directory);
    await directory.log.append('business-other', [someEvent()], { expected: 'none' });
    const log = directoryLog(directory.log.stored, keysInMemory());
    const report = await seedDirectory({ ...directory, log, seedFolder: wholeSeed });
    expect(report).toMatchObject({ outcome: 'seeded-before', listings: 0 });
  });

  test('generates a login for the owner and saves it in a private file', async () => {
    const [directory, other] = [
      await openEmptyDirectory('directory', few),
      await openEmptyDirectory('other', few),
    ];
    const { ownerLogin } = await seedDirectory(directory);
    const owner = await directory.accounts.getOwnerByEmail('owner@demo.example');
    expect(await verifyPassword(owner?.passwordHash, ownerLogin?.password ?? '')).toBe(true);
    const file = join(directory.dataDir, 'demonstration-owner-login.txt');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(ownerLogin?.password);
    expect((await seedDirectory(other)).ownerLogin?.password).not.toBe(ownerLogin?.password);
  });

  test('returns no login of the owner that is not valid any more', async () => {
    const directory = await openEmptyDirectory('directory', few);
    const { ownerLogin } = await seedDirectory(directory);
    const password = { passwordHash: await hashPassword('another one'), mustChange: false };
    await directory.accounts.setPassword(
      { role: 'owner', name: ownerLogin?.email ?? '' },
      password,
    );
    expect((await seedDirectory(directory)).ownerLogin).toBeNull();
  });

  test('writes the id of the owner to events, and no personal data', async () => {
    const directory = await openEmptyDirectory('directory', few);
    await seedDirectory(directory);
    const owner = await directory.accounts.getOwnerByEmail('owner@demo.example');
    const text = JSON.stringify(await allEvents(directory.log));
    expect(text).toContain(`"ownerId":"${owner?.id ?? 'none'}"`);
    for (const secret of [owner?.email, owner?.fullName, owner?.phone, '000000-00-0000'])
      expect(text).not.toContain(secret);
  });

  test('marks demonstration listings, and only those', async () => {
    const directory = await openEmptyDirectory('directory', few);
    await seedDirectory(directory);
    const marks = (await allEvents(directory.log)).filter(isCreation).map(({ data, metadata }) => {
      const name = 'details' in data ? JSON.stringify(data.details) : '';
      return [/"businessName":"([^"]+)"/.exec(name)?.[1], metadata.demonstration ?? false];
    });
    expect(marks.length).toBe(24);
    for (const [name, isMarked] of marks)
      expect(isMarked, String(name)).toBe(/Contoh|Demo/.test(String(name)));
  });

  test('leaves a directory that release 1.0.0 seeded as it is', async () => {
    const directory = await openEmptyDirectory('old', few);
    const data = await loadSeedData(few);
    for (const place of [...data.places.slice(0, 1), ...data.places.slice(-1)])
      await publish(place);
    const events = await byStream(directory.log);
    const { outcome } = await seedDirectory({ ...directory, clock: () => later });
    expect(outcome).toBe('seeded-before');
    expect(await byStream(directory.log)).toEqual(events);

    /** As that release did: at the time of the seed. */
    async function publish({ id, details, source, licence }: Place) {
      const command = { businessId: id, ownerId: null, details, source, licence, publish: true };
      const context = { commandId: importCommandId(id), correlationId: seedCorrelationId };
      const actor = { id: null, role: 'system' } as const;
      await commandHandler(directory.log)(
        { type: 'ImportBusiness', ...command },
        { ...context, actor, time: now.toISOString() },
      );
    }
  });
});

type EmptyDirectory = SeedOptions;

async function openEmptyDirectory(name: string, seedFolder: string): Promise<EmptyDirectory> {
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const directory = {
    log: withKeysInMemory(await openSqliteEventStore({ file: join(dataDir, 'events.db') })),
    accounts: openSqliteAccounts({ file: join(dataDir, 'accounts.db') }),
    icNumberKey: createSecretKey(randomBytes(32)),
    saveImage: imageSaver(openDiskImages({ folder: join(dataDir, 'uploads') })),
    seedFolder,
    dataDir,
    timeZone: 'Asia/Kuala_Lumpur',
    clock: () => now,
  };
  rooms.push(directory);
  return directory;
}

/** A log that is unreachable after this many appends. */
function failingAfter(appends: number, { stored, ownerKeys }: DirectoryLog): DirectoryLog {
  let left = appends;
  const failing: EventStore = {
    ...stored,
    append: async (...call) => {
      left -= 1;
      if (left < 0) throw new Unavailable('the log is unreachable');
      return stored.append(...call);
    },
  };
  return directoryLog(failing, ownerKeys);
}

async function allEvents(log: EventStore): Promise<readonly RecordedEvent[]> {
  return log.readAll({ after: startOfLog, limit: 100_000 });
}

/** What is in the log, without the order in which streams were written beside each other, and without the hashes of encrypted texts. */
async function byStream(log: EventStore) {
  const streams: Record<string, object[]> = {};
  for (const { stream, revision, id, type, data, metadata } of await allEvents(log))
    (streams[stream] ??= []).push({
      revision,
      id,
      type,
      data,
      metadata: { ...metadata, previous: null },
    });
  return streams;
}

function statusesOf(events: readonly RecordedEvent[]): Record<string, string> {
  const histories: Record<string, Recorded<BusinessEvent>[]> = {};
  for (const event of events.map(decodeEvent).filter((each) => each !== null))
    if (isBusinessEvent(event)) (histories[event.stream] ??= []).push(event);
  const statuses = Object.entries(histories).map(([stream, history]) => [
    stream,
    foldBusiness(history).status,
  ]);
  return Object.fromEntries(statuses) as Record<string, string>;
}

function imagesOf(events: readonly RecordedEvent[]): string[] {
  return events.flatMap(
    ({ data }) => /"imagePath":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? [],
  );
}

const isVisit = ({ type }: RecordedEvent) => /Viewed|Clicked/.test(type);
const isCreation = ({ type }: RecordedEvent) => /Imported|Submitted/.test(type);
const businessOf = (data: object): unknown => Reflect.get(data, 'businessId');
