import { withoutOtherSettings, type ProjectionsConfig } from './config.ts';
import type { ProjectorEvent } from './engine/assignment.ts';
import type { Build, Built } from './engine/rebuild.ts';
import type { ReportFile } from './stores.ts';
import { runInThread } from './threads.ts';
import type { Generation } from './view-store/view-store.ts';

export type BuildTask = {
  readonly config: ProjectionsConfig;
  readonly targets: readonly { readonly view: string; readonly generation: Generation }[];
  readonly force: boolean;
};

export type BuildMessage =
  | { readonly type: 'report'; readonly event: ProjectorEvent }
  | { readonly type: 'file'; readonly event: Parameters<ReportFile>[0] };

export type BuildResult = {
  readonly finished: number;
  /** By the id of the generation. */
  readonly failures: ReadonlyMap<string, string>;
};

/** Builds views in a thread. */
export function buildInThread(
  config: ProjectionsConfig,
  reportFile: ReportFile,
): (given: Build) => Promise<Built> {
  return async ({ targets, signal, force = false, report }) => {
    const task: BuildTask = {
      config: withoutOtherSettings(config),
      targets: targets.map(({ view, generation }) => ({ view: view.name, generation })),
      force,
    };
    const { finished, failures } = await runInThread<BuildMessage, BuildResult>({
      name: 'view-builder',
      beside: import.meta.url,
      task,
      onMessage: (message) => {
        if (message.type === 'report') report(message.event);
        else reportFile(message.event);
      },
      signal,
    });
    return {
      finished,
      failures: targets.flatMap((target) => {
        const reason = failures.get(target.generation.id);
        return reason === undefined ? [] : [{ target, reason }];
      }),
    };
  };
}
