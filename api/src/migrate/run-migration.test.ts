import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEventStoreDb } from '@directory/domain/event-store/eventstoredb';
import { startGrpcPeer, type GrpcPeer } from '@directory/domain/event-store/eventstoredb/testing';
import { startOfLog } from '@directory/domain/event-store';
import { closeAfter, openOwnerKeys } from '@directory/projections/stores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatError } from '../cli.ts';
import {
  fill,
  type Installation,
  newInstallation,
  owner,
  verifyCopy,
} from '../testing/installation.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let peer: GrpcPeer;
let installation: Installation;
beforeEach(async () => {
  peer = await startGrpcPeer();
  installation = newInstallation();
});
afterEach(() => {
  peer.stop();
  installation.remove();
});

const unavailable = { kind: 'refuse', code: 14, details: 'Server Is Not Ready' } as const;

const migrate = (...args: readonly string[]) =>
  installation.run(['migrate', ...args], { EVENTSTORE_URL: peer.url });

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(() => 'it worked', formatError);
}

describe('migrate to EventStoreDB', () => {
  test('copies the log: the public list is the same and verify finds no difference', async () => {
    const { serving, dataDir, printed } = installation;
    const before = await serving(async (http) => {
      await fill(http, 3);
      return (await http.get('/api/businesses/approved')).text;
    });
    await migrate();
    expect(printed).toContain('Events: 10 copied, 0 existing.');
    expect(printed.at(-1)).toBe('Migration complete.');
    const settings = { DATA_DIR: dataDir, EVENTSTORE_URL: peer.url };
    expect(await verifyCopy(settings, dataDir)).toContain('events: all 10 agree with');
    const after = await serving(async (http) => (await http.get('/api/businesses/approved')).text, {
      EVENTSTORE_URL: peer.url,
    });
    expect(after).toBe(before);
  });

  test('copies nothing in a second run', async () => {
    await installation.serving((http) => fill(http, 1));
    await migrate();
    const { append } = peer.calls;
    await migrate('--from', installation.dataDir, '--to', peer.url);
    expect(peer.calls.append).toBe(append);
    expect(installation.printed.slice(-3)).toEqual([
      'Events: 0 copied, 4 existing.',
      'Views: all built already.',
      'Nothing left to copy.',
    ]);
  });

  test('stops with one sentence if the server becomes unreachable, and the next run resumes', async () => {
    const { serving, dataDir, printed } = installation;
    await serving((http) => fill(http, 2));
    peer.faults.next('append', { kind: 'answer-late', ms: 0 }, { kind: 'answer-late', ms: 0 });
    peer.faults.always('append', unavailable);
    expect(await failureOf(migrate())).toBe(
      'The migration stopped: EventStoreDB refused an event: Server Is Not Ready. Run the same command again to resume.',
    );
    peer.faults.none();
    await migrate();
    expect(printed.at(-3)).toMatch(/^Events: [1-6] copied, [1-6] existing\.$/);
    const settings = { DATA_DIR: dataDir, EVENTSTORE_URL: peer.url };
    expect(await verifyCopy(settings, dataDir)).toContain('events: all 7 agree with');
  });

  test('requires an empty server once it refused an event and took later ones', async () => {
    const { serving, printed } = installation;
    await serving((http) => fill(http, 2));
    peer.faults.next('append', { kind: 'answer-late', ms: 0 }, unavailable);
    expect(await failureOf(migrate())).toBe(
      'EventStoreDB refused an event and took later ones, which ends the order of the log. Run the same command again with an empty EventStoreDB.',
    );
    expect(await failureOf(migrate())).toContain('Choose an empty one');
    expect(printed).not.toContain('Migration complete.');
  });

  test('rebuilds views that were built from the log in the folder', async () => {
    const { serving, dataDir } = installation;
    await serving((http) => fill(http, 2));
    await migrate();
    const settings = { DATA_DIR: dataDir, EVENTSTORE_URL: peer.url };
    expect(await verifyCopy(settings, dataDir)).toContain('listings: 3 documents agree');
  });

  test('a second run that copies more events builds the views with them', async () => {
    const { serving, run, dataDir, printed } = installation;
    const settings = { DATA_DIR: join(dataDir, '..', 'target'), EVENTSTORE_URL: peer.url };
    for (const documents of [2, 4]) {
      await serving((http) => fill(http, 1));
      await run(['migrate', '--from', dataDir], settings);
      expect(printed.at(-2)).toMatch(/^Views: built listings, /);
      const verified = await verifyCopy(settings, dataDir);
      expect(verified).toContain(`listings: ${documents} documents agree`);
    }
  });

  test('a second run erases the key of an owner who was erased in the folder since', async () => {
    const { serving, run, dataDir } = installation;
    await serving((http) => fill(http, 1));
    const target = join(dataDir, '..', 'target');
    const copy = () =>
      run(['migrate', '--from', dataDir], { DATA_DIR: target, EVENTSTORE_URL: peer.url });
    peer.faults.always('append', unavailable);
    expect(await failureOf(copy())).toContain('Run the same command again to resume.');
    await run(['erase', 'owner', owner.email, '--yes']);
    peer.faults.none();
    await copy();
    const ownerKeys = openOwnerKeys({ dataDir: target, mongodbUrl: null });
    const stored = await closeAfter(ownerKeys, (keys) => keys.all());
    expect(stored).toMatchObject([{ key: null, erasure: 'delete' }]);
  });

  test('leaves the folder unchanged: a start without servers serves it', async () => {
    const { serving } = installation;
    const list = async () =>
      serving(async (http) => (await http.get('/api/businesses/approved')).text);
    await serving((http) => fill(http, 2));
    const before = await list();
    await migrate();
    await serving(() => Promise.resolve(), { EVENTSTORE_URL: peer.url });
    expect(await list()).toBe(before);
  });
});

describe('migrate refuses with one sentence', () => {
  test('a directory that is running', async () => {
    await installation.serving(async () => {
      expect(await failureOf(migrate())).toBe(
        `The event log ${join(installation.dataDir, 'events.db')} cannot be used: a program that is running has it open; stop it first.`,
      );
    });
  });

  test('a server with the events of another directory', async () => {
    await installation.serving((http) => fill(http, 1));
    const other = newInstallation();
    await other.serving((http) => fill(http, 1));
    await other.run(['migrate'], { EVENTSTORE_URL: peer.url });
    other.remove();
    const held = peer.log.all.length;
    expect(await failureOf(migrate())).toMatch(
      /^The events cannot be copied to this EventStoreDB\. It holds events that do not come from here, such as number 0 of the stream business-.*\. Choose an empty one/,
    );
    expect(peer.log.all).toHaveLength(held);
  });

  test('a server that does not speak TLS, with the setting to change', async () => {
    await installation.serving(() => Promise.resolve());
    const secure = peer.url.replace('://', '://name:password@').replace('?tls=false', '');
    expect(await failureOf(installation.run(['migrate'], { EVENTSTORE_URL: secure }))).toContain(
      'add tls=false to EVENTSTORE_URL',
    );
  });

  test('a folder without a log', async () => {
    const nowhere = join(installation.dataDir, 'nowhere');
    expect(await failureOf(migrate('--from', nowhere))).toBe(
      `The event log ${join(nowhere, 'events.db')} cannot be used: there is no such file.`,
    );
  });

  test('a damaged log', async () => {
    await installation.serving(() => Promise.resolve());
    const file = join(installation.dataDir, 'events.db');
    rmSync(file);
    writeFileSync(file, 'spoilt '.repeat(5_000));
    expect(await failureOf(migrate())).toContain('it is damaged or not a database');
  });

  test('a call without a target', async () => {
    expect(await failureOf(installation.run(['migrate']))).toMatch(
      /^No target: set EVENTSTORE_URL/,
    );
  });
});

test('migrate preserves times, ids and metadata', async () => {
  await installation.serving((http) => fill(http, 1));
  await migrate();
  const log = await openEventStoreDb({ url: peer.url });
  const events = await log.readAll({ after: startOfLog, limit: 100 });
  await log.close();
  expect(events.map(({ type }) => type)).toEqual([
    'BusinessSubmitted',
    'BusinessApproved',
    'BusinessViewed',
    'BusinessSubmitted',
  ]);
  expect(events[1]?.metadata.previous).toMatch(/^[\da-f]{64}$/);
});
