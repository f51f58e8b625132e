import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  added,
  changed,
  commitTo,
  note,
  quarantinedKey,
  someView,
  type NotesView,
  beginLive,
} from '../../testing/notes.ts';
import { viewStoreContract } from '../contract.suite.ts';
import { ViewStoreUnavailable } from '../view-store.ts';
import { openSqliteViewStore } from './sqlite-view-store.ts';
import type { FileEvent } from './view-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'views-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const openIn = (file: string, reported: FileEvent[] = []) =>
  openSqliteViewStore({ file, report: (event) => reported.push(event) });

viewStoreContract('SQLite', async () => openIn(join(folder, 'contract.db')));

test('a commit that is lost leaves nothing of its other documents', async () => {
  const store = openIn(join(mkdtempSync(join(folder, 'lost-')), 'views.db'));
  const view = someView();
  const live = await beginLive(store, view);
  await commitTo(store, live, { documents: [added('taken', 1)] });
  expect(await commitTo(store, live, { documents: [added('other', 2), added('taken', 2)] })).toBe(
    'lost',
  );
  expect(await store.get(view, 'other')).toBeNull();
  await store.close();
});

test('purge leaves nothing of removed and overwritten documents in the files', async () => {
  const place = mkdtempSync(join(folder, 'purged-'));
  const store = openIn(join(place, 'views.db'));
  const other = openIn(join(place, 'views.db'));
  const view = someView();
  const live = await beginLive(store, view);
  const secret = note({ text: 'nasi rahsia '.repeat(2_000) });
  await commitTo(store, live, { documents: [added('a', 1, secret), added('b', 1, secret)] });
  const holders = () =>
    readdirSync(place).filter((name) => readFileSync(join(place, name)).includes('nasi rahsia'));
  expect(holders()).not.toEqual([]);
  await commitTo(store, live, { documents: [changed('a', [1, 2]), changed('b', [1, 2], null)] });
  expect(await other.get(view, 'a')).toEqual(note());
  await store.purge();
  expect(holders()).toEqual([]);
  expect(await other.get(view, 'a')).toEqual(note());
  await commitTo(store, live, { documents: [added('c', 3)] });
  expect(await other.find(view, {})).toHaveLength(2);
  await store.close();
  await other.close();
});

test('views open while another program writes', async () => {
  const file = join(folder, 'written.db');
  const view = await fill(file);
  const writing = new BetterSqlite3(file);
  writing.exec('BEGIN IMMEDIATE');
  const store = openIn(file);
  expect(await store.generations()).toMatchObject([{ view: view.name }]);
  await store.close();
  writing.close();
});

describe('an unusable file', () => {
  const spoilt: [string, (file: string) => void | Promise<void>][] = [
    [
      'is no database',
      (file) => {
        writeFileSync(file, 'not a database at all'.repeat(500));
      },
    ],
    [
      'belongs to something else',
      (file) => {
        new BetterSqlite3(file).exec('CREATE TABLE t (x)').close();
      },
    ],
    ['has another layout', rewriteLayout],
    ['is half of one', fillAndTruncate],
  ];

  test.each(spoilt)(
    'that %s is quarantined and replaced by an empty one',
    async (reason, spoil) => {
      const file = join(folder, `${reason.replaceAll(' ', '-')}.db`);
      await spoil(file);
      const before = readFileSync(file);
      const reported: FileEvent[] = [];
      const store = openIn(file, reported);
      expect(await store.generations()).toEqual([]);
      expect(reported).toMatchObject([{ type: 'view-store-set-aside', file }]);
      const [moved] = reported;
      expect(moved?.type === 'view-store-set-aside' && readFileSync(moved.movedTo)).toEqual(before);
      await beginLive(store, someView());
      await store.close();
    },
  );

  test('damaged while running is quarantined and reported once', async () => {
    const file = join(folder, 'met-while-running.db');
    const view = await fill(file);
    overwriteDocuments(file);
    const reported: FileEvent[] = [];
    const store = openIn(file, reported);
    const before = await store.generations();
    expect(before).toHaveLength(1);
    expect(reported).toEqual([]);
    const reads = await Promise.allSettled([store.find(view, {}), store.find(view, {})]);
    for (const read of reads)
      expect(read).toMatchObject({ reason: expect.any(ViewStoreUnavailable) as unknown });
    const begun = await beginLive(store, view);
    expect(await store.generations()).toEqual([begun]);
    expect(before.map(({ id }) => id)).not.toContain(begun.id);
    expect(reported).toMatchObject([{ type: 'view-store-set-aside', file }]);
    await store.close();
  });

  test('that cannot be renamed is an outage with the reason, also while running, until it can be', async () => {
    const file = join(folder, 'not-renamed.db');
    const view = await fill(file);
    const taken = `${file}.damaged-now`;
    const time = vi.spyOn(Date.prototype, 'toISOString').mockReturnValue('now');
    mkdirSync(join(taken, 'used'), { recursive: true });
    overwriteDocuments(file);
    const reported: FileEvent[] = [];
    const store = openIn(file, reported);
    const reason = async () => store.find(view, {}).catch(String);
    expect(await reason()).toContain('damaged');
    await expect.poll(reason).toContain(`The damaged views in ${file} cannot be renamed: E`);
    await store.close();
    const start = readFileSync(file);
    writeFileSync(file, 'not a database at all'.repeat(500));
    expect(() => openIn(file)).toThrow(ViewStoreUnavailable);
    writeFileSync(file, start);
    const reopened = openIn(file, reported);
    rmSync(taken, { recursive: true });
    await expect(reopened.find(view, {})).rejects.toThrow('are being rebuilt');
    await beginLive(reopened, view);
    expect(reported).toMatchObject([{ type: 'view-store-set-aside', movedTo: taken }]);
    await reopened.close();
    time.mockRestore();
  });

  test('that another process has replaced already is not moved', async () => {
    const file = join(folder, 'replaced.db');
    const view = await fill(file);
    overwriteDocuments(file);
    const reported: FileEvent[] = [];
    const store = openIn(file, reported);
    expect(await store.generations()).toHaveLength(1);
    for (const suffix of ['', '-wal', '-shm'])
      renameSync(`${file}${suffix}`, `${file}.moved${suffix}`);
    const other = openIn(file);
    const begun = await beginLive(other, view);
    await expect(store.find(view, {})).rejects.toThrow(ViewStoreUnavailable);
    expect(await store.generations()).toEqual([begun]);
    expect(reported).toEqual([]);
    await store.close();
    await other.close();
  });
});

test('a file of layout 1 is migrated with its documents and quarantined keys', async () => {
  const file = join(folder, 'layout-1.db');
  const store = openIn(file);
  const view = someView();
  const generation = await beginLive(store, view);
  const key = quarantinedKey();
  await commitTo(store, generation, { documents: [added('a', 1)], quarantined: [key] });
  await store.close();
  const db = new BetterSqlite3(file);
  db.exec(`
    ALTER TABLE generations DROP COLUMN anchor;
    ALTER TABLE quarantine ADD COLUMN type TEXT NOT NULL DEFAULT 'BusinessEdited';
    ALTER TABLE quarantine ADD COLUMN attempts INTEGER NOT NULL DEFAULT 3;
    ALTER TABLE quarantine ADD COLUMN diverted INTEGER NOT NULL DEFAULT 2;
    ALTER TABLE quarantine ADD COLUMN up_to TEXT NOT NULL DEFAULT '';
    PRAGMA user_version = 1;`);
  db.close();
  const reported: FileEvent[] = [];
  const migrated = openIn(file, reported);
  expect(reported).toEqual([{ type: 'view-store-migrated', file, fromLayout: 1 }]);
  expect(await migrated.get(view, 'a')).toEqual(note());
  expect(await migrated.quarantined(generation.id)).toEqual([key]);
  expect(await migrated.generations()).toMatchObject([{ id: generation.id, anchor: null }]);
  await migrated.close();
});

test('changeToken takes microseconds', async () => {
  const store = openIn(join(folder, 'token.db'));
  const view = someView();
  await commitTo(store, await beginLive(store, view), { documents: [added('a', 1)] });
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage();
    for (let asked = 0; asked < 500; asked += 1) await store.changeToken(view);
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 500);
  }
  await store.close();
  expect(Math.min(...rounds)).toBeLessThan(20);
});

test('reads continue while a large batch is written', async () => {
  const store = openIn(join(folder, 'large.db'));
  const view = someView();
  const generation = await beginLive(store, view);
  await commitTo(store, generation, { documents: [added('first', 1)] });
  const text = 'x'.repeat(20_000);
  const documents = Array.from({ length: 2_000 }, (_, index) =>
    added(`note-${index}`, index + 2, note({ text })),
  );
  const found: number[] = [];
  const watch = setInterval(() => {
    void store.find(view, {}).then(({ length }) => found.push(length));
  }, 1);
  await commitTo(store, generation, { documents });
  clearInterval(watch);
  expect(found.length).toBeGreaterThan(2);
  expect(new Set(found)).toEqual(new Set([1]));
  expect(await store.find(view, { group: 'food' })).toHaveLength(2_001);
  await store.close();
});

/** Leaves a whole file without a WAL. */
async function fill(file: string): Promise<NotesView> {
  const store = openIn(file);
  const view = someView();
  const generation = await beginLive(store, view);
  const documents = Array.from({ length: 200 }, (_, index) => added(`note-${index}`, index + 1));
  await commitTo(store, generation, { documents });
  await store.close();
  expect(readdirSync(folder)).not.toContain(`${basename(file)}-wal`);
  return view;
}

function rewriteLayout(file: string): void {
  const db = new BetterSqlite3(file);
  db.exec('CREATE TABLE store (x); PRAGMA application_id = 1801614967; PRAGMA user_version = 99;');
  db.close();
}

async function fillAndTruncate(file: string): Promise<void> {
  await fill(file);
  truncateSync(file, 4_096 * 3 + 100);
}

/** The tables of generations come first in the file. */
function overwriteDocuments(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xaa, 4_096 * 14);
  writeFileSync(file, bytes);
}
