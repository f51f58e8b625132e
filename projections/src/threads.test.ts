import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { expect, test } from 'vitest';
import { UnusableLog } from '@directory/domain/event-store';
import { buildInThread } from './threads.ts';
import type { ProjectorEvent } from './engine/assignment.ts';
import { buildLease } from './engine/leases.ts';
import { rebuildViews, type Target } from './engine/rebuild.ts';
import { generateLog } from './testing/generate-log.ts';
import {
  allViews,
  definitions,
  soon,
  useProjectionFixture,
  visit,
} from './testing/projection-fixture.ts';
import type { AnyView } from './engine/view.ts';

const { stores, start, append, reported, expectAllRight } = useProjectionFixture();
const { listings, hourlyViews } = definitions;
const noFile = () => expect.unreachable('no file is damaged');
const settings = { timeZone: 'Asia/Kuala_Lumpur', eventstoreUrl: null, mongodbUrl: null };
const thread = () => buildInThread({ ...settings, dataDir: stores().dataDir }, noFile);
const running = new AbortController().signal;

const fill = () => generateLog(stores().log, { events: 3_000, businesses: 20 });
async function begin(view: AnyView): Promise<Target> {
  return { view, generation: await stores().store.begin(view) };
}
async function build(targets: readonly Target[], signal = running) {
  const events: ProjectorEvent[] = [];
  const report = (event: ProjectorEvent) => events.push(event);
  const built = await thread()({ ...stores(), targets, signal, report });
  return { built, events };
}

/** Writes into the log's file what no program of ours would. */
function damageLog(): void {
  const db = new BetterSqlite3(join(stores().dataDir, 'events.db'));
  db.exec("UPDATE events SET data = '{' WHERE position = 1");
  db.close();
}

test('a projector builds what is far behind in a thread, and follows it', async () => {
  await fill();
  const projector = start({ buildFar: thread() });
  expect(await projector.waitUntilVisible(await stores().log.head(), soon)).toBe(true);
  await expectAllRight();
  const ready = reported().filter(({ type }) => type === 'view-ready');
  expect(ready).toHaveLength(allViews.length);
});

test.each(['before', 'after'])(
  'a thread whose build is ended right %s its start leaves it to the next, which finishes it',
  async (when) => {
    await fill();
    const target = await begin(listings);
    const ended = new AbortController();
    if (when === 'before') ended.abort();
    const building = build([target], ended.signal);
    ended.abort();
    const { built } = await building;
    expect(built).toEqual({ finished: 0, failures: new Map() });
    expect(await stores().store.heldLease(buildLease(target.generation.id))).toBeNull();
    expect((await build([target])).built).toEqual({ finished: 1, failures: new Map() });
    expect(await stores().store.generations()).toMatchObject([{ live: true, state: 'running' }]);
  },
);

test('a thread gives the reason for which a rebuild halts', async () => {
  await fill();
  await rebuildViews({ ...stores(), views: [hourlyViews] });
  await append(visit(1, 'yesterday'));
  const target = await begin(hourlyViews);
  const { built, events } = await build([target]);
  const reason = expect.stringContaining('cannot be folded') as string;
  expect(built).toEqual({ finished: 0, failures: new Map([[target.generation.id, reason]]) });
  expect(events).toEqual([
    { type: 'view-building', view: 'hourly-views', version: hourlyViews.version },
    { type: 'rebuild-halted', view: 'hourly-views', reason },
  ]);
});

test('a thread that meets a damaged log ends with its error', async () => {
  await fill();
  damageLog();
  await expect(build([await begin(listings)])).rejects.toThrow(UnusableLog);
});

test('a thread that cannot open the views ends with its error', async () => {
  const target = await begin(listings);
  await stores().store.close();
  rmSync(join(stores().dataDir, 'views.db'));
  mkdirSync(join(stores().dataDir, 'views.db'));
  await expect(build([target])).rejects.toThrow('views.db');
});
