import { Counter, Gauge, type Registry } from 'prom-client';
import { UnusableLog } from '@directory/domain/event-store';
import { storedState } from '../view-store/view-store.ts';
import type { ProjectorEvent, Report } from './assignment.ts';
import type { ViewMonitor, ViewReport } from './monitor.ts';

/** Gauges of the views; the returned function measures them. */
export function viewMetrics(registry: Registry, monitor: ViewMonitor): () => Promise<void> {
  const gauges = makeGauges(registry);
  const ofViews = Object.values(gauges.ofViews);
  return async () => {
    const { head, followers, views } = await monitor();
    // A missing value is better than an old one.
    for (const gauge of ofViews) gauge.reset();
    gauges.head.remove();
    gauges.lease.reset();
    if (head !== null) gauges.head.set(Number(head));
    for (const [view, held] of followers ?? []) gauges.lease.set({ view }, held ? 1 : 0);
    for (const report of views ?? []) measure(gauges.ofViews, report);
  };
}

function makeGauges(registry: Registry) {
  const registers = [registry];
  const ofView = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['view'], registers });
  return {
    head: new Gauge({ name: 'log_position', help: 'Newest event of the log', registers }),
    lease: ofView('projector_lease_held', '1 while a process keeps a view up to date with the log'),
    ofViews: {
      position: ofView('view_position', 'Newest event that a view holds'),
      handled: ofView('view_events_handled', 'Events that a view took in'),
      lag: ofView('view_lag_events', 'Events that a view still lacks, counted up to 1000'),
      waiting: ofView('view_lag_seconds', 'How long events have waited without progress'),
      rate: ofView('view_events_per_second', 'How fast a view takes in events'),
      quarantined: ofView(
        'view_quarantined_keys',
        'Documents quarantined because of an event that cannot be folded',
      ),
      rebuild: ofView('view_rebuild_progress', 'How much of a rebuild is done, from 0 to 1'),
      state: new Gauge({
        name: 'view_state',
        help: '1 for the state that a view is in',
        labelNames: ['view', 'state'],
        registers,
      }),
    },
  };
}

function measure(gauges: ReturnType<typeof makeGauges>['ofViews'], report: ViewReport): void {
  const { view, position, handled, lag, eventsPerSecond, quarantined, rebuild } = report;
  gauges.position.set({ view }, Number(position));
  gauges.handled.set({ view }, handled);
  if (lag) gauges.lag.set({ view }, lag.events);
  if (lag) gauges.waiting.set({ view }, lag.seconds);
  if (eventsPerSecond !== null) gauges.rate.set({ view }, eventsPerSecond);
  gauges.quarantined.set({ view }, quarantined.length);
  if (rebuild) gauges.rebuild.set({ view }, rebuild.share);
  for (const state of storedState.options)
    gauges.state.set({ view, state }, state === report.state ? 1 : 0);
}

const errors: readonly ProjectorEvent['type'][] = [
  'projection-interrupted',
  'view-failed',
  'rebuild-halted',
  'key-quarantined',
];

/** Counts what goes wrong in this process's projector on its way to the log. */
export function countingErrors(registry: Registry, report: Report): Report {
  const counter = new Counter({
    name: 'projection_errors_total',
    help: 'Interruptions, failed views, halted rebuilds and quarantined keys in this process',
    labelNames: ['type'],
    registers: [registry],
  });
  for (const type of errors) counter.inc({ type }, 0);
  return (event) => {
    if (errors.includes(event.type)) counter.inc({ type: event.type });
    report(event);
  };
}

/** 1 for each reachable store, by name; the returned function pings them. */
export function storeMetrics(
  registry: Registry,
  ping: () => Promise<Readonly<Record<string, HealthStatus>>>,
): () => Promise<void> {
  const gauge = new Gauge({
    name: 'store_up',
    help: '1 while a store can be reached',
    labelNames: ['store'],
    registers: [registry],
  });
  return async () => {
    for (const [store, status] of Object.entries(await ping()))
      gauge.set({ store }, status === 'ok' ? 1 : 0);
  };
}

/** `catching-up`: the views were not built yet. */
export type HealthStatus = 'ok' | 'unreachable' | 'damaged' | 'catching-up';

type Pingable = Readonly<Record<string, { readonly ping: () => Promise<void> }>>;

/** How each of some stores is, by name. `report` gets why one is not. */
export async function pingAll(
  stores: Pingable,
  report: (error: unknown) => void = () => undefined,
): Promise<Readonly<Record<string, HealthStatus>>> {
  const failures = await pingFailures(stores);
  failures.forEach(report);
  const statusOf = (name: string): HealthStatus => {
    if (!failures.has(name)) return 'ok';
    return failures.get(name) instanceof UnusableLog ? 'damaged' : 'unreachable';
  };
  return Object.fromEntries(Object.keys(stores).map((name) => [name, statusOf(name)]));
}

/** The errors of the stores that do not answer, by name, in the order of the stores. */
export async function pingFailures(stores: Pingable): Promise<ReadonlyMap<string, unknown>> {
  const pings = Object.entries(stores).map(async ([name, store]) =>
    store.ping().then(
      () => [],
      (error: unknown) => [[name, error] as const],
    ),
  );
  return new Map((await Promise.all(pings)).flat());
}
