import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  commandHandler,
  readHistory,
  foldBusiness,
  type HandleCommand,
  type OperationEventData,
} from '@directory/domain';
import {
  startOfLog,
  TooLarge,
  Unavailable,
  type EventsOf,
  type EventStore,
} from '@directory/domain/event-store';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';
import { withKeysInMemory } from '@directory/domain/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parsePlace } from './parse-place.ts';
import { importPlaces, runImport } from './run-import.ts';
import { aRow } from './testing/rows.ts';

const clock = () => new Date('2026-11-21T08:00:00.000Z');
let folder: string;
let store: EventStore;
let handle: HandleCommand;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  store = await openSqliteEventStore({ file: join(folder, 'events.db') });
  handle = commandHandler(withKeysInMemory(store));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

describe('importPlaces', () => {
  test('publishes a listing for each row, with its source and licence', async () => {
    const row = aRow({ name: 'Masjid Raja Alang' });
    expect(await importRows([row])).toEqual({
      imported: 1,
      existing: 0,
      refused: [],
      ignored: [],
    });
    const [imported, approved, ...others] = await events();
    expect(others).toEqual([]);
    expect(imported).toMatchObject({
      type: 'BusinessImported',
      data: { ownerId: null, source: row['source'], licence: row['licence'] },
      metadata: { actor: { id: null, role: 'system' }, time: clock().toISOString() },
    });
    expect(imported?.metadata.demonstration).toBeUndefined();
    expect(approved?.type).toBe('BusinessApproved');
  });

  test('with publish: false leaves listings pending', async () => {
    await importPlaces({ handle, rows: numbered([aRow()]), clock, publish: false });
    expect((await events()).map(({ type }) => type)).toEqual(['BusinessImported']);
  });

  test('imports nothing twice', async () => {
    const rows = [aRow({ name: 'A' }), aRow({ name: 'B' })];
    await importRows(rows);
    const before = await events();
    const changed = rows.map((row) => ({ ...row, phone: '012-3456789' }));
    expect(await importRows(changed)).toEqual({
      imported: 0,
      existing: 2,
      refused: [],
      ignored: [],
    });
    expect(await events()).toEqual(before);
  });

  test('creates one listing for repeated rows', async () => {
    const report = await importRows([aRow(), aRow(), aRow()]);
    expect(report).toMatchObject({ imported: 1, existing: 2 });
    expect(await events()).toHaveLength(2);
  });

  test('records all its events as of one cause', async () => {
    await importRows([aRow({ name: 'A' }), aRow({ name: 'B' })]);
    const causes = (await events()).map(({ metadata }) => metadata.correlationId);
    expect(new Set(causes).size).toBe(1);
  });

  test('does not restore a deleted listing', async () => {
    await importRows([aRow()]);
    const businessId = parsePlace(aRow()).place?.id;
    if (!businessId) throw new Error('the row is valid');
    await handle(
      { type: 'DeleteBusiness', businessId },
      { ...ids(), actor: { id: 'an-admin', role: 'admin' }, time: clock().toISOString() },
    );
    expect(await importRows([aRow()])).toMatchObject({ imported: 0, existing: 1 });
    const { history } = await readHistory(withKeysInMemory(store), businessId);
    expect(foldBusiness(history).status).toBe('deleted');
  });

  test('reports each refused row with the reason and imports the others', async () => {
    const report = await importRows([
      aRow({ name: 'A' }),
      aRow({ licence: 'none stated' }),
      null,
      aRow({ name: 'B', latitude: null }),
      aRow({ name: 'C' }),
    ]);
    expect(report.imported).toBe(2);
    expect(report.refused).toEqual([
      { row: 2, reason: 'licence: no clear licence is stated' },
      { row: 3, reason: 'the row has no fields' },
      { row: 4, reason: 'A location needs both a latitude and a longitude.' },
    ]);
  });

  test('reports ignored values in the order of rows, also where later rows are done first', async () => {
    let finishFirst: () => void = () => undefined;
    const laterOneIsDone = new Promise<void>((resolve) => (finishFirst = resolve));
    let calls = 0;
    const slowFirst: HandleCommand = async (command, context) => {
      if ((calls += 1) === 1) await laterOneIsDone;
      const outcome = await handle(command, context);
      finishFirst();
      return outcome;
    };
    const rows = numbered(['A', 'B'].map((name) => aRow({ name, phone: 'ask inside' })));
    const report = await importPlaces({ handle: slowFirst, rows, clock, publish: true });
    expect(report.ignored.map(({ row }) => row)).toEqual([1, 2]);
  });

  test('takes a row of more unknown fields than a call has arguments', async () => {
    const others = Array.from({ length: 200_000 }, (_, index) => [`field${index}`, 1] as const);
    const { imported, ignored } = await importRows([{ ...aRow(), ...Object.fromEntries(others) }]);
    expect(imported).toBe(1);
    expect(ignored).toHaveLength(200_000);
  });

  test('appends concurrently, up to 256 at once', async () => {
    let running = 0;
    let max = 0;
    const counting: HandleCommand = async (command, context) => {
      max = Math.max(max, (running += 1));
      const outcome = await handle(command, context);
      running -= 1;
      return outcome;
    };
    const rows = numbered(Array.from({ length: 600 }, (_, n) => aRow({ name: `Kedai ${n}` })));
    const report = await importPlaces({ handle: counting, rows, clock, publish: true });
    expect(report.imported).toBe(600);
    expect(max).toBeGreaterThan(100);
    expect(max).toBeLessThanOrEqual(256);
  });

  test('stops when the log is unreachable, and a second run completes it', async () => {
    let calls = 0;
    const failing: HandleCommand = async (command, context) => {
      if ((calls += 1) === 3) throw new Unavailable('unreachable');
      return handle(command, context);
    };
    const rows = Array.from({ length: 5 }, (_, n) => aRow({ name: `Kedai ${n}` }));
    const options = { rows: numbered(rows), clock, publish: true };
    await expect(importPlaces({ ...options, handle: failing })).rejects.toThrow(Unavailable);
    await importRows(rows);
    expect(await events()).toHaveLength(10);
  });
});

describe('runImport', () => {
  test('imports a gzipped file and reports refused rows by reason', async () => {
    const rows = [
      aRow({ name: 'A' }),
      aRow({ licence: null }),
      aRow({ licence: null }),
      aRow({ name: 'B', licence: 'unclear' }),
      aRow({ licence: null }),
    ];
    const file = await fileOf(gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')));
    expect(await run(file)).toMatchObject({
      code: 0,
      printed: [
        'Imported: 1',
        'Already imported: 0',
        'Refused: 4',
        '  licence: no licence is stated (3): rows 2-3, 5',
        '  licence: no clear licence is stated (1): row 4',
      ].join('\n'),
    });
  });

  test('reports ignored values of imported rows by field and reason', async () => {
    const rows = [
      aRow({ name: 'A', website: 'javascript:alert(1)', phone: 'ask inside' }),
      aRow({ name: 'B', website: 'https://b.example/', phone: '03-2600 3000' }),
      aRow({ name: 'C', website: 'not a link', owner: 'Siti', openingHours: 'sometimes' }),
      aRow({ name: 'D', coordinatePrecision: 'street', category: 'a shop', owner: '' }),
      aRow({ name: 'E', website: 'not a link', licence: null }),
    ];
    expect((await run(await fileOf(JSON.stringify(rows)))).printed).toBe(
      [
        'Imported: 4',
        'Already imported: 0',
        'Refused: 1',
        '  licence: no licence is stated (1): row 5',
        'Ignored values: 7',
        '  website: no valid link (2): rows 1, 3',
        '  phone: no phone number of 7 to 12 digits (1): row 1',
        '  openingHours: not understood with certainty (1): row 3',
        '  owner: unknown field (1): row 3',
        '  category: no tag such as amenity=cafe (1): row 4',
        '  latitude: only the position of a street or an area (1): row 4',
      ].join('\n'),
    );
  });

  test('prints ten ranges of rows for a reason and saves the report with all of them', async () => {
    const refusedRows = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 20, 22, 23, 24, 26];
    const rows = Array.from({ length: 26 }, (_, n) =>
      aRow({ name: `Kedai ${n}`, ...(refusedRows.includes(n + 1) && { licence: null }) }),
    );
    const { printed } = await run(await fileOf(JSON.stringify(rows)));
    const start = 'Imported: 11\nAlready imported: 0\nRefused: 15\n  licence: no licence is stated';
    const file = join(folder, 'import-report-2026-11-21T08-00-00.000Z.txt');
    expect(printed).toBe(
      `${start} (15): rows 1, 3, 5, 7, 9, 11, 13, 15, 17, 19-20 and 4 more\nAll rows: ${file}`,
    );
    expect(await readFile(file, 'utf8')).toBe(
      `${start} (15): rows 1, 3, 5, 7, 9, 11, 13, 15, 17, 19-20, 22-24, 26\n`,
    );
  });

  test('saves no report where all rows are printed', async () => {
    const rows = Array.from({ length: 20 }, (_, n) =>
      aRow({ name: `Kedai ${n}`, ...(n % 2 === 0 && { licence: null }) }),
    );
    const { printed } = await run(await fileOf(JSON.stringify(rows)));
    expect(printed).toMatch(/rows 1, 3, 5, 7, 9, 11, 13, 15, 17, 19$/);
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('report'));
  });

  test('returns 0 for a file that was imported already', async () => {
    const file = await fileOf(JSON.stringify([aRow()]));
    await run(file);
    expect(await run(file)).toMatchObject({
      code: 0,
      printed: 'Imported: 0\nAlready imported: 1\nRefused: 0',
    });
  });

  test('returns 1 if no row is valid', async () => {
    expect((await run(await fileOf('[{}, 1]'))).code).toBe(1);
  });

  test('returns 1 and says so for a file without places', async () => {
    for (const content of ['[]', 'name,source,licence\n']) {
      const { code, printed } = await run(await fileOf(content));
      expect(code).toBe(1);
      expect(printed).toMatch(/^Imported: 0\nAlready imported: 0\nRefused: 0\n.* has no places\.$/);
    }
  });

  test('returns 1 and prints one sentence for a missing file', async () => {
    const { code, printed } = await run(join(folder, 'nowhere.json'));
    expect(code).toBe(1);
    expect(printed).toMatch(/nowhere\.json cannot be read: ENOENT/);
  });

  test('imports and reports the rows before the damage of a file', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => JSON.stringify(aRow({ name: `K ${n}` })));
    const whole = gzipSync(many.join('\n'));
    const { code, printed, recorded } = await run(
      await fileOf(whole.subarray(0, whole.length - 3000)),
    );
    expect(code).toBe(1);
    expect(recorded).toHaveLength(1);
    expect(printed).toMatch(/^Imported: [1-9]\d*\n[^]*cannot be read: unexpected end of file$/);
  });

  test('reports and records the rows before an outage of the log', async () => {
    const outage = new Unavailable('the disk is full');
    let calls = 0;
    const failing: HandleCommand = async (command, context) => {
      if ((calls += 1) > 3) throw outage;
      return handle(command, context);
    };
    const rows = Array.from({ length: 5 }, (_, n) => aRow({ name: `Kedai ${n}` }));
    const printed: string[] = [];
    const recorded: unknown[] = [];
    const importing = run(await fileOf(JSON.stringify(rows)), {
      handle: failing,
      record: (event) => Promise.resolve(void recorded.push(event)),
      print: (line) => printed.push(line),
    });
    await expect(importing).rejects.toBe(outage);
    expect(printed).toEqual(['Imported: 3\nAlready imported: 0\nRefused: 0']);
    expect(recorded).toMatchObject([{ data: { imported: 3 } }]);
  });

  test('reports and records the rows before it was stopped', async () => {
    const stopping = new AbortController();
    const stopped = new Error('stopped');
    const stopIn = (rows: number): HandleCommand => {
      return async (command, context) => {
        if ((rows -= 1) === 0) stopping.abort(stopped);
        return handle(command, context);
      };
    };
    const rows = Array.from({ length: 2_000 }, (_, n) => aRow({ name: `Kedai ${n}` }));
    const file = await fileOf(JSON.stringify(rows));
    const printed: string[] = [];
    const recorded: unknown[] = [];
    const importing = run(file, {
      signal: stopping.signal,
      handle: stopIn(300),
      record: (event) => Promise.resolve(void recorded.push(event)),
      print: (line) => printed.push(line),
    });
    await expect(importing).rejects.toBe(stopped);
    const imported = (await events()).length / 2;
    expect(imported).toBeGreaterThanOrEqual(300);
    expect(imported).toBeLessThan(1_000);
    expect(printed).toEqual([`Imported: ${imported}\nAlready imported: 0\nRefused: 0`]);
    expect(recorded).toMatchObject([{ data: { imported } }]);
  });

  test('is not finished where its rows ended after it was stopped, as those of a pipe do', async () => {
    const stopping = new AbortController();
    const stopped = new Error('stopped');
    const printed: string[] = [];
    const importing = run(await fileOf(JSON.stringify([aRow()])), {
      signal: stopping.signal,
      handle: (command, context) => {
        stopping.abort(stopped);
        return handle(command, context);
      },
      print: (line) => printed.push(line),
    });
    await expect(importing).rejects.toBe(stopped);
    expect(printed).toEqual(['Imported: 1\nAlready imported: 0\nRefused: 0']);
  });

  test('ends when it is stopped while a pipe has no row', async () => {
    const stopping = new AbortController();
    const stopped = new Error('stopped');
    const file = join(folder, 'pipe');
    execFileSync('mkfifo', [file]);
    const importing = run(file, {
      signal: stopping.signal,
      handle: async (command, context) => {
        const outcome = await handle(command, context);
        // By now the next row is waited for.
        stopping.abort(stopped);
        return outcome;
      },
    });
    const pipe = await open(file, 'w');
    onTestFinished(() => pipe.close());
    await pipe.write(`${JSON.stringify(aRow())}\n`);
    await expect(importing).rejects.toBe(stopped);
  });

  test('returns 1 and reports the row of a quotation mark that is not closed', async () => {
    const { source, licence, latitude, longitude } = aRow();
    const rows = ['Warung "A"', '"Warung B', 'Warung C'].map((name) =>
      [name, source, licence, latitude, longitude].join(),
    );
    const text = ['name,source,licence,latitude,longitude', ...rows].join('\n');
    expect(await run(await fileOf(text))).toMatchObject({
      code: 1,
      printed: [
        'Imported: 1',
        'Already imported: 0',
        'Refused: 1',
        '  a quotation mark is not closed (1): row 3',
        'The quotation mark that begins a cell of row 3 is not closed: nothing after it was read.',
      ].join('\n'),
    });
  });

  test('records what was imported, but not that nothing was', async () => {
    const file = await fileOf(JSON.stringify([aRow(), aRow({ name: '' })]));
    expect((await run(file)).recorded).toEqual([
      {
        type: 'PlacesImported',
        data: { imported: 1, existing: 0, refused: 1, published: true },
      },
    ]);
    expect((await run(file)).recorded).toEqual([]);
  });

  test('records that imported places wait for review', async () => {
    const { recorded } = await run(await fileOf(JSON.stringify([aRow()])), { publish: false });
    expect(recorded).toMatchObject([{ data: { imported: 1, published: false } }]);
  });

  test('ends only when what was imported is recorded', async () => {
    const record = () => Promise.reject(new Unavailable('unreachable'));
    const file = await fileOf(JSON.stringify([aRow()]));
    await expect(run(file, { record })).rejects.toThrow(Unavailable);
  });

  test('reports rows in order also where the file is damaged and later rows are done first', async () => {
    let calls = 0;
    const slowFirst: HandleCommand = async () => {
      if ((calls += 1) === 1) await new Promise((resolve) => setTimeout(resolve, 50));
      throw new TooLarge('too large');
    };
    const place = 'a source,ODbL-1.0\n';
    const file = await fileOf(`name,source,licence\nA,${place}B,${place}C,${place}"D,${place}`);
    const { code, printed } = await run(file, { handle: slowFirst });
    expect(code).toBe(1);
    expect(printed).toContain('the place is too large for the log (3): rows 2-4');
  });

  test('prints the progress every few seconds', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => aRow({ name: `Kedai ${n}` }));
    const file = await fileOf(JSON.stringify(rows));
    await run(file);
    let seconds = 0;
    const secondByCall = () => new Date(Date.UTC(2026, 10, 21) + (seconds += 1) * 1000);
    const { printed } = await run(file, { clock: secondByCall });
    const progress = printed.split('\n').filter((line) => line.includes('so far'));
    expect(progress.at(-1)).toMatch(/^[1-9]\d* rows so far, 0 imported \(\d+ rows\/s\)$/);
    expect(progress.length).toBeLessThanOrEqual(seconds / 5);
  });
});

function importRows(rows: readonly unknown[]) {
  return importPlaces({ handle, rows: numbered(rows), clock, publish: true });
}

function numbered(values: readonly unknown[]) {
  return values.map((value, index) => ({ number: index + 1, value }));
}

function ids() {
  return { commandId: randomUUID(), correlationId: randomUUID() };
}

async function events() {
  return store.readAll({ after: startOfLog, limit: 10_000 });
}

async function fileOf(content: string | Buffer): Promise<string> {
  const file = join(folder, 'places');
  await writeFile(file, content);
  return file;
}

async function run(file: string, given: Partial<Parameters<typeof runImport>[0]> = {}) {
  const printed: string[] = [];
  const recorded: EventsOf<OperationEventData, 'PlacesImported'>[] = [];
  const code = await runImport({
    file,
    handle,
    clock,
    publish: true,
    record: (event) => Promise.resolve(void recorded.push(event)),
    reportFolder: folder,
    print: (line) => printed.push(line),
    ...given,
  });
  return { code, printed: printed.join('\n'), recorded };
}
