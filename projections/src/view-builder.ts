import { type BuildMessage, type BuildTask, serveTask } from './threads.ts';
import { build, type Built, type Target } from './engine/rebuild.ts';
import { openBeside, openLog, openViewStore, type ReportFile } from './stores.ts';
import { directoryViews } from './views/directory-views.ts';

void serveTask(work);

async function work(
  { config, targets, force }: BuildTask,
  send: (message: BuildMessage) => void,
  signal: AbortSignal,
): Promise<Built> {
  const log = await openLog(config);
  const reportFile: ReportFile = (event) => send({ type: 'file', event });
  const store = await openBeside([log], () => openViewStore(config, reportFile));
  const views = Object.values(directoryViews(config.timeZone));
  const found = targets.flatMap(({ view, generation }): readonly Target[] => {
    const definition = views.find(({ name }) => name === view);
    return definition ? [{ view: definition, generation }] : [];
  });
  try {
    return await build({
      log,
      store,
      targets: found,
      signal,
      force,
      report: (event) => send({ type: 'report', event }),
    });
  } finally {
    await Promise.all([log.close(), store.close()]);
  }
}
