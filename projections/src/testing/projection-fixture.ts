import type { DomainEvent } from '@directory/domain';
import type { Position } from '@directory/domain/event-store';
import { afterEach, beforeEach, expect } from 'vitest';
import { startProjector, type Projector, type ProjectorOptions } from '../engine/projector.ts';
import type { ProjectorEvent } from '../engine/assignment.ts';
import { readStatus, type ViewStatus } from '../engine/operations.ts';
import type { AnyView } from '../engine/view.ts';
import { directoryViews } from '../views/directory-views.ts';
import { appendEvents } from './append-events.ts';
import { businessIdOf } from './details.ts';
import { expectedView, storedView } from './stored-view.ts';
import { openTemporaryStores, type TemporaryStores } from './temporary-stores.ts';

export const definitions = directoryViews('Asia/Kuala_Lumpur');
export const allViews: readonly AnyView[] = Object.values(definitions);
export const soon = 30_000;

/** Expects false without waiting: a view that is paused, failed or far behind hides the position, and no other is behind. */
export async function expectHiddenAtOnce(projector: Projector, position: Position): Promise<void> {
  const startedAt = performance.now();
  expect(await projector.waitUntilVisible(position, soon)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(soon / 3);
}

/** With the status of the views that it was given, as the store has it. */
export type StartedProjector = Projector & {
  readonly status: () => Promise<readonly ViewStatus[]>;
};

export type ProjectionFixture = {
  readonly stores: () => TemporaryStores;
  /** Stopped when the test ends. */
  readonly start: (given?: Partial<ProjectorOptions>) => StartedProjector;
  readonly append: (...events: readonly DomainEvent[]) => Promise<Position>;
  readonly reported: () => readonly ProjectorEvent[];
  /** Expects every view to be the fold of the log. */
  readonly expectAllRight: () => Promise<void>;
};

/** A log and views of its own for every test of a file. */
export function useProjectionFixture(): ProjectionFixture {
  let stores: TemporaryStores;
  let started: Projector[] = [];
  let reported: ProjectorEvent[] = [];
  beforeEach(async () => {
    stores = await openTemporaryStores();
    started = [];
    reported = [];
  });
  afterEach(async () => {
    for (const projector of started) await projector.stop();
    await stores.close();
  });
  return {
    stores: () => stores,
    reported: () => reported,
    append: (...events) => appendEvents(stores.log, events),
    start: (given = {}) => {
      const { log, store } = stores;
      const report = (event: ProjectorEvent) => reported.push(event);
      const options = { log, store, views: allViews, report, ...given };
      const projector = startProjector(options);
      started.push(projector);
      return { ...projector, status: () => readStatus(options.store, options.views) };
    },
    expectAllRight: async () => {
      const { log, store } = stores;
      for (const view of allViews)
        expect(await storedView(store, view)).toEqual(await expectedView(log, view));
    },
  };
}

export function visit(number: number, at = '2026-11-21T10:00:00.000Z'): DomainEvent {
  const subject = { businessId: businessIdOf(number), ownerId: 'owner-1' };
  return {
    type: 'BusinessViewed',
    data: { ...subject, viewedAt: at, receivedAt: at, firstToday: true },
  };
}
