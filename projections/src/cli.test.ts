import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { operationsStream } from '@directory/domain';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { expect, test } from 'vitest';
import { createProgram } from './cli.ts';
import { OperatorError } from './config.ts';
import { checkLog } from './engine/check-log.ts';
import { followLease } from './engine/leases.ts';
import { eventsOf } from './testing/business-events.ts';
import { businessIdOf } from './testing/details.ts';
import { openOriginalLog } from './stores.ts';
import { definitions, soon, useProjectionFixture, visit } from './testing/projection-fixture.ts';
import type { RunningProjector } from './worker.ts';

const { stores, start, append } = useProjectionFixture();

const run = (...args: readonly string[]) => runOn(stores().dataDir, ...args);

async function runOn(dataDir: string, ...args: readonly string[]): Promise<string> {
  let written = '';
  const output = { write: (text: string) => void (written += text), isTerminal: false };
  const program = createProgram({ DATA_DIR: dataDir }, output);
  await program.parseAsync(args, { from: 'user' });
  return written;
}

test('rebuild builds all views while a projector runs', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(eventsOf(1).submitted(), visit(1)), soon);
  expect(await run('rebuild')).toBe(
    'Rebuilt: listings, approved-list, owner-summary, hourly-views, reviews, audit.\n',
  );
  expect(await projector.waitUntilVisible(await append(visit(1)), soon)).toBe(true);
  expect(await run('verify')).toBe(
    [
      'listings: 1 document agrees with the log.',
      'approved-list: 1 document agrees with the log.',
      'owner-summary: 1 document agrees with the log.',
      'hourly-views: 2 documents agree with the log.',
      'reviews: 1 document agrees with the log.',
      'audit: 7 documents agree with the log.',
      'log: 9 events, the only history is whole.',
      '',
    ].join('\n'),
  );
});

test('rebuild builds the named views', async () => {
  expect(await run('rebuild', 'listings', 'owner-summary')).toBe(
    'Rebuilt: listings, owner-summary.\n',
  );
  const generations = await stores().store.generations();
  expect(generations.map(({ view }) => view)).toEqual(['listings', 'owner-summary']);
  const events = await stores().log.readStream(operationsStream);
  expect(events.map(({ type, data, metadata }) => [type, data, metadata.actor])).toEqual(
    ['listings', 'owner-summary'].map((view) => [
      'ViewRebuildRequested',
      { view },
      { id: null, role: 'system' },
    ]),
  );
});

test('rebuild refuses an unknown view and lists the known ones', async () => {
  await expect(run('rebuild', 'listing')).rejects.toThrow(
    'There is no view "listing": choose from listings, approved-list, owner-summary, hourly-views, reviews, audit.',
  );
});

test('verify fails for views that were not compared, without reporting differences', async () => {
  const verified = run('verify');
  await expect(verified).rejects.toThrow(OperatorError);
  await expect(verified).rejects.toThrow(
    /^Not every view was compared: start the directory or a rebuild, then verify again\.$/,
  );
});

test('verify finds a damaged page of the accounts', async () => {
  await append(eventsOf(1).submitted());
  await run('rebuild');
  const file = join(stores().dataDir, 'accounts.db');
  const db = new BetterSqlite3(file);
  db.exec(`CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (hex(randomblob(9000)));
    PRAGMA wal_checkpoint(TRUNCATE);`);
  db.close();
  expect(await run('verify')).toContain('log: ');
  const bytes = readFileSync(file);
  const page = bytes.readUInt16BE(16);
  const last = bytes.length - page;
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(page, 0xff), 0, page, last);
  closeSync(handle);
  await expect(run('verify')).rejects.toThrow(
    `The accounts in ${file} cannot be used: it is damaged; restore it from a backup (docs/operations.md).`,
  );
});

test('verify --anchor compares the log with earlier anchors and adds one', async () => {
  const file = join(stores().dataDir, 'anchors.ndjson');
  await append(eventsOf(1).submitted(), visit(1));
  await run('rebuild');
  expect(await run('verify', '--anchor', file)).toContain(
    `anchor: compared with none, as ${file} was empty or missing.\nanchor: 8 events, added to ${file}.\n`,
  );
  await append(visit(1));
  await run('rebuild');
  expect(await run('verify', '--anchor', file)).toContain(
    `anchor: compared with 1 in ${file}: the first 8 events are the same.\n`,
  );
  const anchors = readFileSync(file, 'utf8');
  expect(anchors.trim().split('\n')).toHaveLength(2);

  const db = new BetterSqlite3(join(stores().dataDir, 'events.db'));
  db.exec('DELETE FROM events WHERE position = 9');
  db.close();
  await run('rebuild');
  await expect(run('verify', '--anchor', file)).rejects.toThrow('The log was changed.');
  expect(readFileSync(file, 'utf8')).toBe(anchors);
});

test('verify --anchor takes the lines that the running directory logs', async () => {
  await append(eventsOf(1).submitted(), visit(1));
  await run('rebuild');
  const { events, digest } = await checkLog(stores().log.stored);
  const file = join(stores().dataDir, 'anchors.ndjson');
  const logged = { level: 30, time: '2026-11-22T10:00:00.000Z', events, digest, msg: 'anchor' };
  writeFileSync(file, `${JSON.stringify(logged)}\n`);
  expect(await run('verify', '--anchor', file)).toContain('added to');
  writeFileSync(file, `${JSON.stringify({ ...logged, digest: '0'.repeat(64) })}\n`);
  await expect(run('verify', '--anchor', file)).rejects.toThrow('The log was changed.');
});

test('verify --anchor adds a line of its own to a file of an editor', async () => {
  const file = join(stores().dataDir, 'anchors.ndjson');
  await append(eventsOf(1).submitted(), visit(1));
  await run('rebuild');
  const pasted = { time: '2026-11-22T10:00:00.000Z', events: 0, digest: '' };
  writeFileSync(file, `\r\n${JSON.stringify(pasted)}`);
  await run('verify', '--anchor', file);
  await run('verify', '--anchor', file);
  const anchors = readFileSync(file, 'utf8').trim().split('\n');
  expect(anchors.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    pasted,
    { events: 8 },
    { events: 8 },
  ]);
  writeFileSync(file, '\n\nno anchor\n');
  await expect(run('verify', '--anchor', file)).rejects.toThrow('line 3 is not an anchor');
});

test('verify refuses a file that holds no anchors', async () => {
  const file = join(stores().dataDir, 'anchors.ndjson');
  writeFileSync(file, '{"events":1}\n');
  await expect(run('verify', '--anchor', file)).rejects.toThrow(
    `The anchor file ${file} cannot be used: line 1 is not an anchor.`,
  );
});

test('verify refuses a file for anchors that cannot be written before it compares', async () => {
  const file = join(stores().dataDir, 'missing', 'anchors.ndjson');
  await expect(run('verify', '--anchor', file)).rejects.toThrow(
    `The anchor file ${file} cannot be used: ENOENT`,
  );
});

test('verify --from refuses a folder without a log before it compares', async () => {
  await append(eventsOf(1).submitted());
  const db = new BetterSqlite3(join(stores().dataDir, 'events.db'));
  db.exec(`UPDATE events SET data = '{'`);
  db.close();
  const folder = join(stores().dataDir, 'mistyped');
  await expect(run('verify', '--from', folder)).rejects.toThrow(
    `The event log ${join(folder, 'events.db')} cannot be used: there is no such file.`,
  );
});

test.each(['verify', 'rebuild'])('%s creates no files where there is no log', async (command) => {
  const folder = join(stores().dataDir, 'mistyped');
  await expect(runOn(folder, command)).rejects.toThrow(
    `The event log ${join(folder, 'events.db')} cannot be used: there is no such file; set DATA_DIR to the data folder.`,
  );
  expect(existsSync(folder)).toBe(false);
});

test('verify says where the data folder may not be used, and not that it lacks a log', async () => {
  // As for a folder of another user, but also for root.
  const folder = join(stores().dataDir, 'no-folder');
  writeFileSync(folder, '');
  for (const dataDir of [folder, join(folder, 'data')])
    await expect(runOn(dataDir, 'verify')).rejects.toThrow(
      `The data folder ${dataDir} cannot be used: ENOTDIR`,
    );
});

test('a damaged view file is quarantined and reported', async () => {
  await stores().store.close();
  writeFileSync(join(stores().dataDir, 'views.db'), 'spoilt'.repeat(2_000));
  const written = await run('rebuild');
  expect(written).toMatch(/^The views in .*views\.db cannot be used .* moved to .*\nRebuilt: /);
});

test.each(['rebuild', 'verify', 'projector'])(
  '%s closes the log where the views cannot be opened',
  async (command) => {
    await stores().log.close();
    await stores().store.close();
    rmSync(join(stores().dataDir, 'views.db'));
    mkdirSync(join(stores().dataDir, 'views.db'));
    await expect(run(command)).rejects.toThrow('views.db');
    // Fails where the log is open.
    (await openOriginalLog(stores().dataDir)).close();
  },
);

test('projector passes the running projector to its caller', async () => {
  const started: RunningProjector[] = [];
  const output = { write: () => undefined, isTerminal: false };
  const environment = { DATA_DIR: stores().dataDir };
  const program = createProgram(environment, output, (running) => started.push(running));
  await program.parseAsync(['projector'], { from: 'user' });
  await append(eventsOf(1).submitted());
  await expect
    .poll(() => stores().store.get(definitions.listings, businessIdOf(1)))
    .toMatchObject({ status: 'pending' });
  expect(started.map(({ url }) => url)).toEqual([null]);
  expect(await stores().store.heldLease(followLease(definitions.listings))).not.toBeNull();
  for (const running of started) await running.stop();
  expect(await stores().store.heldLease(followLease(definitions.listings))).toBeNull();
});
