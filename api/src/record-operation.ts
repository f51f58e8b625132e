import { recordOperation, type OperationEvent, commandLine } from '@directory/domain';
import { errorMessage } from '@directory/domain/shared/unknown';
import { closeAfter, hasLog, openLog } from '@directory/projections/stores';
import { v4 as uuid } from 'uuid';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { ApiContext } from './http/middleware/session.ts';
import type { SiteDeps } from './stores.ts';

/** Records in the log what an admin did to the directory. It was done already, so a failure is only logged. */
export function operationRecorder({ stores: { log }, clock, logger }: SiteDeps) {
  return async (ctx: ApiContext, event: OperationEvent): Promise<void> => {
    const { viewer, correlationId } = ctx.state;
    const error = await recordOperation(log, event, {
      actor: { id: viewer.id, role: viewer.role },
      correlationId,
      time: clock().toISOString(),
    });
    if (error) logger.warn({ event, actor: viewer.id, err: error }, 'operation-not-recorded');
  };
}

/**
 * Records in the log what was done at the command line. It was done already, perhaps because the log is damaged, so a failure is only
 * printed. Before the first start of a directory there is no log.
 */
export async function recordCommand(
  config: Pick<Config, 'dataDir' | 'eventstoreUrl' | 'mongodbUrl'>,
  event: OperationEvent,
  print: (line: string) => void,
): Promise<void> {
  if (!hasLog(config)) return;
  const details = { actor: commandLine, correlationId: uuid(), time: systemClock().toISOString() };
  const error = await closeAfter(openLog(config), (log) =>
    recordOperation(log, event, details),
  ).catch((reason: unknown) => reason);
  if (error !== null) print(`This was done, but not recorded in the log: ${errorMessage(error)}`);
}
