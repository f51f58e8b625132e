import { commandLine, recordOperation, type OperationEvent } from '@directory/domain';
import { errorMessage } from '@directory/domain/shared/unknown';
import { hasLog, openLog } from '@directory/projections/stores';
import { v4 as uuid } from 'uuid';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';

/**
 * Records in the log what was done at the command line. It was done already, perhaps because the log is damaged, so that a failure is
 * only printed. Before the first start of a directory there is no log.
 */
export async function recordCommand(
  config: Pick<Config, 'dataDir' | 'eventstoreUrl' | 'mongodbUrl'>,
  event: OperationEvent,
  print: (line: string) => void,
): Promise<void> {
  if (!hasLog(config)) return;
  const error = await appendTo(config, event).catch((reason: unknown) => reason);
  if (error !== null) print(`This was done, but not recorded in the log: ${errorMessage(error)}`);
}

async function appendTo(
  config: Parameters<typeof openLog>[0],
  event: OperationEvent,
): Promise<Error | null> {
  const log = await openLog(config);
  try {
    const time = systemClock().toISOString();
    return await recordOperation(log, event, { actor: commandLine, correlationId: uuid(), time });
  } finally {
    await log.close();
  }
}
