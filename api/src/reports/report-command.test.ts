import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  openTemporaryStores,
  type TemporaryStores,
} from '../../../projections/src/testing/temporary-stores.ts';
import type { DomainEvent } from '@directory/domain';
import { appendAt, appendEvents } from '../../../projections/src/testing/append-events.ts';
import { eventsOf } from '../../../projections/src/testing/business-events.ts';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgram, formatError } from '../cli.ts';
import { demonstrationReviewerId } from '../seed/seed-data.ts';
import { openAccounts } from '../stores.ts';

let stores: TemporaryStores;
beforeEach(async () => {
  stores = await openTemporaryStores();
  const { submitted, approved, edited } = eventsOf(1, null);
  const admin = { actor: { id: 'admin-1', role: 'admin' } } as const;
  await appendAt(
    stores.log,
    '2026-11-01T00:00:00.000Z',
    submitted({ businessName: '=Kedai, "Ali"' }),
  );
  await appendAt(stores.log, '2026-11-01T02:00:00.000Z', approved, admin);
  await appendAt(stores.log, '2026-11-02T00:00:00.000Z', edited({ kampong: null }));
});
afterEach(() => stores.close());

/** What the command writes to the standard output; the log stays open, as with a site that runs. */
async function report(...args: readonly string[]): Promise<string> {
  const stdout = new PassThrough();
  const written = buffer(stdout);
  const progress = { write: () => undefined, isTerminal: false };
  try {
    await createProgram({
      environment: { DATA_DIR: stores.dataDir },
      root: stores.dataDir,
      print: () => undefined,
      onRunning: () => undefined,
      reportOutput: { stdout, progress },
    }).parseAsync(['report', ...args], { from: 'user' });
  } finally {
    stdout.end();
  }
  return (await written).toString();
}

async function refusalOf(...args: readonly string[]): Promise<string> {
  try {
    await report(...args);
  } catch (error) {
    return formatError(error);
  }
  throw new Error('it was written');
}

const about =
  'listings (version 1); from the beginning to the end of the log; Asia/Kuala_Lumpur; demonstration left out; log positions 1 to 3';

test('report prints an aligned table under what it covers', async () => {
  expect(await report('listings')).toBe(
    [
      about,
      'approved  pending  rejected  total',
      '--------  -------  --------  -----',
      '       0        1         0      1',
      '',
    ].join('\n'),
  );
});

test('report --format csv escapes cells, formulas too, and begins with what it covers', async () => {
  const [first, header, row] = (
    await report('listings', '--by', 'business', '--format', 'csv')
  ).split('\r\n');
  expect(first).toBe(`\uFEFF# ${about.replace('; from', '; by business; from')}`);
  expect(header).toMatch(/^businessId,businessName,status,/);
  expect(row).toMatch(
    /^01KB0000000000000000000001,"'=Kedai, ""Ali""",pending,Makanan & Minuman,Warung,,Pagi-Petang,1998,/,
  );
});

test('report --format csv has each time in UTC and as spreadsheets read it, and names the unit of waits', async () => {
  const [, header = '', row = ''] = (
    await report('listings', '--by', 'business', '--format', 'csv')
  ).split('\r\n');
  const place = header.split(',').indexOf('submittedAt');
  expect(header.split(',').slice(place, place + 2)).toEqual([
    'submittedAt',
    'submittedAt (Asia/Kuala_Lumpur)',
  ]);
  expect(row).toContain(',2026-11-01T00:00:00.000Z,2026-11-01 08:00:00,');
  expect(header).toContain('approvedAt,approvedAt (Asia/Kuala_Lumpur)');
  expect(await report('moderation', '--format', 'csv')).toContain(
    '; Asia/Kuala_Lumpur; waits in minutes; demonstration left out;',
  );
});

test('report --by takes groupings with spaces after the commas', async () => {
  const [first] = (await report('views', '--by', 'hour, category')).split('\n');
  expect(first).toContain('; by hour and category;');
});

test('report --format ndjson writes an object a row after one about the report', async () => {
  const lines = (await report('listings', '--format', 'ndjson')).trimEnd().split('\n');
  const [first, ...rows] = lines.map((line): unknown => JSON.parse(line));
  expect(first).toMatchObject({
    about: { report: 'listings', version: 1, lastPosition: '00000000000000000003' },
  });
  expect(rows).toEqual([{ approved: 0, pending: 1, rejected: 0, total: 1 }]);
});

test('report --format json writes one object, the same each time', async () => {
  const written = await report('growth', '--by', 'day', '--format', 'json');
  expect(await report('growth', '--by', 'day', '--format', 'json')).toBe(written);
  expect(JSON.parse(written)).toMatchObject({
    about: { report: 'growth', by: ['day'], timeZone: 'Asia/Kuala_Lumpur' },
    columns: [
      { name: 'day', type: 'day' },
      { name: 'submitted', type: 'integer' },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ],
    rows: [
      ['2026-11-01', 1, 0, 0, 1, 0, 0, 0, 0, 1, 1],
      ['2026-11-02', 0, 0, 1, 0, 0, 0, 0, 0, -1, 0],
    ],
  });
});

/** Read by another program than the one that wrote it. */
async function readByDuckDb(sql: string): Promise<readonly unknown[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
}

test('the commands and questions of docs/reports.md run as they are written there', async () => {
  const page = readFileSync(new URL('../../../docs/reports.md', import.meta.url), 'utf8');
  const commands = [...page.matchAll(/^npm run report -- (.+--out (\S+\.parquet))$/gm)];
  for (const [, args = '', file = ''] of commands)
    await report(...args.replace(file, join(stores.dataDir, file)).split(' '));
  const questions = [...page.matchAll(/^```sql\n(.+?)^```/gms)];
  expect([commands.length, questions.length]).toEqual([4, 4]);
  for (const [, sql = ''] of questions)
    expect(
      await readByDuckDb(
        sql
          .replaceAll("FROM '", `FROM '${stores.dataDir}/`)
          .replaceAll("JOIN '", `JOIN '${stores.dataDir}/`),
      ),
    ).toBeInstanceOf(Array);
});

test('report --format parquet is read by DuckDB with typed columns and what it covers', async () => {
  const file = join(stores.dataDir, 'listings.parquet');
  await report('listings', '--by', 'business', '--format', 'parquet', '--out', file);
  expect(
    await readByDuckDb(`
      SELECT businessName, yearStarted + 1 AS next, kampong, demonstration, submittedAt + INTERVAL 1 DAY AS later,
        typeof(yearStarted) AS integers, typeof(submittedAt) AS times, typeof(demonstration) AS booleans
      FROM '${file}'`),
  ).toEqual([
    {
      businessName: '=Kedai, "Ali"',
      next: '1999',
      kampong: null,
      demonstration: false,
      later: expect.stringContaining('2026-11-02 00:00:00') as unknown,
      integers: 'BIGINT',
      times: expect.stringContaining('TIMESTAMP') as unknown,
      booleans: 'BOOLEAN',
    },
  ]);
  expect(
    await readByDuckDb(`
      SELECT decode(key) AS name, decode(value) AS value FROM parquet_kv_metadata('${file}')
      WHERE decode(key) IN ('report', 'timeZone', 'lastPosition') ORDER BY name`),
  ).toEqual([
    { name: 'lastPosition', value: '00000000000000000003' },
    { name: 'report', value: 'listings' },
    { name: 'timeZone', value: 'Asia/Kuala_Lumpur' },
  ]);
  await report('growth', '--by', 'day', '--format', 'parquet', '--out', file);
  expect(await readByDuckDb(`SELECT day, typeof(day) AS days, public FROM '${file}'`)).toEqual([
    { day: '2026-11-01', days: 'DATE', public: '1' },
    { day: '2026-11-02', days: 'DATE', public: '0' },
  ]);
});

test('a parquet report without rows is read by DuckDB with its columns', async () => {
  const file = join(stores.dataDir, 'views.parquet');
  await report('views', '--by', 'day', '--format', 'parquet', '--out', file);
  expect(await readByDuckDb(`SELECT count(*) AS n, sum(views) AS views FROM '${file}'`)).toEqual([
    { n: '0', views: null },
  ]);
});

test('report names admins from the accounts, and those of deleted accounts and the demonstration so', async () => {
  const accounts = await openAccounts({
    dataDir: stores.dataDir,
    eventstoreUrl: null,
    mongodbUrl: null,
  });
  await accounts.close();
  const { submitted, approved } = eventsOf(2, null);
  const reviewer = { actor: { id: demonstrationReviewerId, role: 'admin' } } as const;
  await appendAt(stores.log, '2026-11-03T00:00:00.000Z', submitted());
  await appendAt(stores.log, '2026-11-03T01:00:00.000Z', approved, reviewer);
  const output = await report('moderation', '--by', 'admin');
  expect(output).toMatch(
    new RegExp(`^${demonstrationReviewerId} +a demonstration user +1 +1 +0`, 'm'),
  );
  const lines = output.split('\n');
  expect(lines[1]).toMatch(/^adminId +adminName +decisions/);
  expect(output).toMatch(/^admin-1 +a deleted account +1 +1 +0/m);
});

test('report --out replaces the file as a whole, and prints nothing', async () => {
  const file = join(stores.dataDir, 'out', 'listings.csv');
  mkdirSync(join(stores.dataDir, 'out'));
  writeFileSync(file, 'an older report');
  expect(await report('listings', '--format', 'csv', '--out', file)).toBe('');
  expect(readFileSync(file, 'utf8')).toContain('approved,pending,rejected,total\r\n0,1,0,1\r\n');
  expect(readdirSync(join(stores.dataDir, 'out'))).toEqual(['listings.csv']);
});

test('report --out keeps a link and replaces the file that it names', async () => {
  const file = join(stores.dataDir, 'listings.csv');
  const link = join(stores.dataDir, 'latest.csv');
  writeFileSync(file, 'an older report');
  symlinkSync('listings.csv', link);
  await report('listings', '--format', 'csv', '--out', link);
  expect(readFileSync(file, 'utf8')).toContain('approved,pending,rejected,total\r\n');
  expect(readlinkSync(link)).toBe('listings.csv');
});

test('report --out keeps the permissions of the file that it replaces', async () => {
  for (const mode of [0o600, 0o444])
    for (const format of ['csv', 'parquet']) {
      const file = join(stores.dataDir, `${mode}.${format}`);
      writeFileSync(file, 'an older report', { mode });
      await report('listings', '--format', format, '--out', file);
      expect(statSync(file).mode & 0o777).toBe(mode);
      expect(readFileSync(file, 'utf8')).not.toContain('an older report');
    }
});

test('report --out writes to a named pipe', async () => {
  const pipe = join(stores.dataDir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [piped] = await Promise.all([
    text(createReadStream(pipe)),
    report('listings', '--format', 'csv', '--out', pipe),
  ]);
  expect(piped).toContain('approved,pending,rejected,total\r\n');
  expect(statSync(pipe).isFIFO()).toBe(true);
});

test('report --out to a pipe whose reader has enough ends without an error', async () => {
  // More than a pipe holds.
  const { submitted } = eventsOf(2);
  await appendEvents(stores.log.stored, Array<DomainEvent>(500).fill(submitted()));
  const pipe = join(stores.dataDir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = createReadStream(pipe);
  reader.once('data', () => reader.destroy());
  expect(await report('events', '--format', 'ndjson', '--out', pipe)).toBe('');
});

test('a report that fails half-way leaves the older file and no half of a new one', async () => {
  const folder = join(stores.dataDir, 'out');
  mkdirSync(folder);
  writeFileSync(join(folder, 'events.csv'), 'an older report');
  const db = new BetterSqlite3(join(stores.dataDir, 'events.db'));
  db.exec("UPDATE events SET metadata = '{' WHERE position = 3");
  db.close();
  expect(await refusalOf('events', '--format', 'csv', '--out', join(folder, 'events.csv'))).toMatch(
    / it is damaged at position 3; restore it from a backup \(docs\/operations\.md\)\.$/,
  );
  expect(readdirSync(folder)).toEqual(['events.csv']);
  expect(readFileSync(join(folder, 'events.csv'), 'utf8')).toBe('an older report');
});

test.each([
  [
    ['sales'],
    'There is no report "sales": choose from views, actions, listings, moderation, growth, busiest, retention, events.',
  ],
  [['views', '--format', 'parquet'], 'Name a file for the format parquet, with --out FILE.'],
  [['views', '--out', ''], 'Name a file after --out.'],
  [
    ['views', '--by', 'channel'],
    'The report "views" cannot be grouped by "channel", only by hour, weekday, day, week, month, category, kampong, business.',
  ],
])('report %j is refused with one sentence', async (args, sentence) => {
  expect(await refusalOf(...args)).toBe(sentence);
});

test('report names a file that cannot be written', async () => {
  const file = join(stores.dataDir, 'missing', 'views.csv');
  for (const format of ['csv', 'parquet'])
    expect(await refusalOf('views', '--format', format, '--out', file)).toMatch(
      /^The file .*views\.csv cannot be written: ENOENT: no such file or directory/,
    );
  expect(await refusalOf('views', '--out', stores.dataDir)).toBe(
    `The file ${stores.dataDir} cannot be written: it is a folder.`,
  );
  const below = join(stores.dataDir, 'events.db', 'views.csv');
  expect(await refusalOf('views', '--out', below)).toMatch(
    /^The file .*views\.csv cannot be written: ENOTDIR: not a directory/,
  );
});
