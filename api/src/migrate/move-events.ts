import type { EventStore } from '@directory/domain/event-store';
import { copyLog, OtherEvents, type CopiedLog } from '@directory/domain/event-store/log-copy';
import {
  emptyViews,
  progressMeter,
  type AnyView,
  type ReplayProgress,
  type ViewStore,
} from '@directory/projections';
import type { LogAlone } from '@directory/projections/stores';
import type { ProgressReporter } from './progress-reporter.ts';

export type EventsMove = {
  readonly from: LogAlone;
  readonly to: EventStore;
  /** Those of the site that the events go to. */
  readonly views: { readonly store: ViewStore; readonly all: readonly AnyView[] };
  readonly tell: ProgressReporter;
};

/** @throws NotTheSameEvents, and what the stores throw */
export async function moveEvents({ from, to, views, tell }: EventsMove): Promise<CopiedLog> {
  const end = await from.head();
  let show: ReturnType<typeof progressMeter> | undefined;
  let shown = 0;
  try {
    return await copyLog({
      from,
      to,
      onSame: (events) => {
        tell.now(`Events: ${events} were there already.`);
      },
      onFound: async ({ upTo, next }) => {
        show = progressMeter({ from: upTo, to: end });
        // Positions of one log mean nothing in another.
        if (next.first) await emptyViews(views.store, views.all);
      },
      onCopied: (copied, upTo) => {
        const progress = show?.(copied - shown, upTo);
        shown = copied;
        if (progress) tell.now(describe(progress));
      },
    });
  } catch (error) {
    throw error instanceof OtherEvents ? new NotTheSameEvents(error) : error;
  }
}

/** What the server holds did not come from the folder. */
class NotTheSameEvents extends Error {
  override readonly name = 'NotTheSameEvents';

  constructor(cause: OtherEvents) {
    super(
      `The events cannot be copied to this EventStoreDB. ${cause.message} Choose an empty one, or stop what writes to it.`,
      { cause },
    );
  }
}

function describe({ events, eventsPerSecond, share, remainingMs }: ReplayProgress): string {
  const remaining = remainingMs === null ? '' : `, about ${Math.ceil(remainingMs / 1_000)} s to go`;
  return `Events: ${Math.floor(share * 100)} %, ${events} copied, ${eventsPerSecond} events/s${remaining}`;
}
