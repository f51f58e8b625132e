import { once } from 'node:events';
import { UnusableLog } from '@directory/domain/event-store';
import { startThread } from '@directory/domain/event-store/start-thread';
import type { ProjectionsConfig } from './config.ts';
import type { ProjectorEvent } from './engine/assignment.ts';
import type { Build, Built } from './engine/rebuild.ts';
import type { ReportFile } from './stores.ts';
import type { Generation } from './view-store/view-store.ts';

/** What the thread gets at its start. Any message to it later ends the build early. */
export type BuildRequest = {
  readonly config: ProjectionsConfig;
  readonly targets: readonly { readonly view: string; readonly generation: Generation }[];
  readonly force: boolean;
};

/** What the thread sends: any number of the first two, then one of the others. */
export type FromBuilder =
  | { readonly type: 'report'; readonly event: ProjectorEvent }
  | { readonly type: 'file'; readonly event: Parameters<ReportFile>[0] }
  | {
      readonly type: 'ended';
      readonly finished: number;
      /** By the id of the generation. */
      readonly failures: ReadonlyMap<string, string>;
    }
  | {
      readonly type: 'failed';
      readonly message: string;
      readonly unusable: Pick<UnusableLog, 'place' | 'reason'> | null;
    };

/** Builds views in a thread with stores of its own, so that folding and storing hold up no request of this one. */
export function buildInThread(
  { dataDir, timeZone, eventstoreUrl, mongodbUrl }: ProjectionsConfig,
  reportFile: ReportFile,
): (given: Build) => Promise<Built> {
  const config = { dataDir, timeZone, eventstoreUrl, mongodbUrl };
  return async ({ targets, signal, force = false, report }) => {
    const request: BuildRequest = {
      config,
      targets: targets.map(({ view, generation }) => ({ view: view.name, generation })),
      force,
    };
    const thread = startThread({
      name: 'view-builder',
      beside: import.meta.url,
      data: request,
      importsLater: true,
    });
    const stop = () => {
      thread.postMessage('stop');
    };
    let outcome: Extract<FromBuilder, { type: 'ended' | 'failed' }> | undefined;
    thread.on('message', (message: FromBuilder) => {
      if (message.type === 'report') report(message.event);
      else if (message.type === 'file') reportFile(message.event);
      else outcome = message;
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      // Rejects with what the thread did not catch.
      await once(thread, 'exit');
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (!outcome) throw new Error('the thread that builds views ended early');
    if (outcome.type === 'failed') throw errorOf(outcome);
    const { finished, failures } = outcome;
    return {
      finished,
      failures: targets.flatMap((target) => {
        const reason = failures.get(target.generation.id);
        return reason === undefined ? [] : [{ target, reason }];
      }),
    };
  };
}

function errorOf({ message, unusable }: Extract<FromBuilder, { type: 'failed' }>): Error {
  return unusable ? new UnusableLog(unusable.place, unusable.reason) : new Error(message);
}
