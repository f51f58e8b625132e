import { errorMessage } from '@directory/domain/shared/unknown';
import { RebuildHalted, rebuildViews } from '../rebuild.ts';
import type { AnyView } from '../view.ts';
import type { Generation, ViewStore } from '../view-store/view-store.ts';
import { createBackoff, sleep } from '@directory/domain/shared/retry';
import { withRebuildLease } from './leases.ts';
import type { ProjectorDeps } from './plan.ts';

const lookEveryMs = 500;

/**
 * Builds what somebody asked to be built anew, one view after the other, until the signal says stop. What is asked for stands in
 * the view store, so it does not matter which process was asked, and a build that was cut off is continued by whoever comes next.
 */
export async function runRebuilder(workplace: ProjectorDeps, signal: AbortSignal): Promise<void> {
  const backoff = createBackoff();
  while (!signal.aborted) {
    try {
      if (!(await rebuildNext(workplace, signal))) await sleep(lookEveryMs, signal);
      backoff.reset();
    } catch (error) {
      const retryInMs = backoff.next();
      workplace.report({ type: 'projection-interrupted', error, retryInMs });
      await sleep(retryInMs, signal);
    }
  }
}

/** False when there was nothing to do. */
async function rebuildNext(workplace: ProjectorDeps, signal: AbortSignal): Promise<boolean> {
  const { store, views } = workplace;
  const generations = await store.generations();
  const view = views.find((each) => requestedBuild(generations, each));
  if (!view) return false;
  const done = await withRebuildLease(store, { signal }, (lost) => rebuild(workplace, view, lost));
  return done === true;
}

/** The build that was asked for and is not finished. One of another version is the business of who brings that version. */
function requestedBuild(
  generations: readonly Generation[],
  { name, version }: Pick<AnyView, 'name' | 'version'>,
): Generation | undefined {
  const own = generations.filter(({ view }) => view === name);
  const live = own.findIndex((generation) => generation.live);
  if (own[live]?.version !== version) return undefined;
  return own
    .slice(live + 1)
    .find((generation) => generation.version === version && generation.state === 'rebuilding');
}

async function rebuild(
  { log, store, report }: ProjectorDeps,
  view: AnyView,
  signal: AbortSignal,
): Promise<boolean> {
  const { name, version } = view;
  // Who held the lease until now may have finished it.
  if (!requestedBuild(await store.generations(), view)) return true;
  report({ type: 'view-building', view: name, version });
  try {
    await rebuildViews({ log, store, views: [view], signal });
    if (!signal.aborted) report({ type: 'view-ready', view: name, version });
  } catch (error) {
    if (!(error instanceof RebuildHalted)) throw error;
    report({ type: 'rebuild-halted', view: name, reason: errorMessage(error) });
  }
  return true;
}

/** Asks for a view to be built anew beside the live one. A build that is under way already goes on. */
export async function requestRebuild(store: ViewStore, view: AnyView): Promise<void> {
  const generations = await store.generations();
  const live = generations.find((each) => each.live && each.view === view.name);
  // Without a live one, or with an older version live, the projector builds this version anyway.
  if (live?.version !== view.version || live.state === 'rebuilding') return;
  if (!requestedBuild(generations, view)) await store.begin(view, { live: false });
}
