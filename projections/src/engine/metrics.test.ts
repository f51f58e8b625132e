import { toPosition, UnusableLog } from '@directory/domain/event-store';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { ProjectorEvent } from './assignment.ts';
import {
  countingErrors,
  pingAll,
  storeMetrics,
  viewMetrics,
  type HealthStatus,
} from './metrics.ts';
import type { ViewReport, ViewsReport } from './monitor.ts';

const listings: ViewReport = {
  view: 'listings',
  generation: '1',
  version: '6',
  state: 'rebuilding',
  position: toPosition(7),
  handled: 5,
  error: null,
  updatedAt: '2026-11-29T08:00:00.000Z',
  quarantined: [
    { key: 'a', position: toPosition(3), eventId: 'e', error: 'no such field', at: '' },
  ],
  lag: { events: 2, isMore: false, seconds: 1.5 },
  eventsPerSecond: 40,
  rebuild: {
    version: '7',
    state: 'rebuilding',
    position: toPosition(4),
    handled: 3,
    error: null,
    share: 0.25,
    eventsPerSecond: null,
    remainingSeconds: null,
  },
};
const everything: ViewsReport = {
  head: toPosition(9),
  followers: new Map([
    ['listings', { holder: 'one', expiresAt: '' }],
    ['audit', null],
  ]),
  projector: null,
  rebuilder: null,
  views: [listings],
};

/** The lines of the metrics without their descriptions. */
async function linesOf(registry: Registry): Promise<readonly string[]> {
  return (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
}

test('metrics of views hold what the monitor reports, and nothing that it no longer does', async () => {
  const registry = new Registry();
  let report = everything;
  const measure = viewMetrics(registry, async () => report);
  await measure();
  expect(await linesOf(registry)).toEqual([
    'log_position 9',
    'projector_lease_held{view="listings"} 1',
    'projector_lease_held{view="audit"} 0',
    'view_position{view="listings"} 7',
    'view_events_handled{view="listings"} 5',
    'view_lag_events{view="listings"} 2',
    'view_lag_seconds{view="listings"} 1.5',
    'view_events_per_second{view="listings"} 40',
    'view_quarantined_keys{view="listings"} 1',
    'view_rebuild_progress{view="listings"} 0.25',
    'view_state{view="listings",state="running"} 0',
    'view_state{view="listings",state="paused"} 0',
    'view_state{view="listings",state="failed"} 0',
    'view_state{view="listings",state="rebuilding"} 1',
  ]);
  const view = { ...listings, state: 'running', lag: null, eventsPerSecond: null, rebuild: null };
  report = { ...everything, head: null, followers: null, views: [view as ViewReport] };
  await measure();
  expect(await linesOf(registry)).toEqual([
    'view_position{view="listings"} 7',
    'view_events_handled{view="listings"} 5',
    'view_quarantined_keys{view="listings"} 1',
    'view_state{view="listings",state="running"} 1',
    'view_state{view="listings",state="paused"} 0',
    'view_state{view="listings",state="failed"} 0',
    'view_state{view="listings",state="rebuilding"} 0',
  ]);
  report = { ...report, views: null };
  await measure();
  expect(await linesOf(registry)).toEqual([]);
});

test('errors of the projector are counted from 0, and every event is passed on', async () => {
  const registry = new Registry();
  const passed: ProjectorEvent[] = [];
  const report = countingErrors(registry, (event) => passed.push(event));
  const events: readonly ProjectorEvent[] = [
    { type: 'view-failed', view: 'listings', reason: 'no such field' },
    { type: 'view-ready', view: 'listings', version: '6' },
    { type: 'view-failed', view: 'audit', reason: 'no such field' },
  ];
  for (const event of events) report(event);
  expect(passed).toEqual(events);
  expect(await linesOf(registry)).toEqual([
    'projection_errors_total{type="projection-interrupted"} 0',
    'projection_errors_total{type="view-failed"} 2',
    'projection_errors_total{type="rebuild-halted"} 0',
    'projection_errors_total{type="key-quarantined"} 0',
  ]);
});

test('a store is up while it answers, and otherwise unreachable, or damaged where it says so', async () => {
  const fails = (error: Error) => ({ ping: () => Promise.reject(error) });
  const stores = {
    log: fails(new UnusableLog('events.db', 'it is damaged')),
    views: fails(new Error('away')),
    accounts: { ping: () => Promise.resolve() },
  };
  const statuses: Record<keyof typeof stores, HealthStatus> = {
    log: 'damaged',
    views: 'unreachable',
    accounts: 'ok',
  };
  expect(await pingAll(stores)).toEqual(statuses);
  const registry = new Registry();
  await storeMetrics(registry, () => pingAll(stores))();
  expect(await linesOf(registry)).toEqual([
    'store_up{store="log"} 0',
    'store_up{store="views"} 0',
    'store_up{store="accounts"} 1',
  ]);
});
