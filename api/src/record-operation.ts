import { recordOperation, type DirectoryLog, type OperationEvent } from '@directory/domain';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { ApiContext } from './http/middleware/session.ts';

type RecorderDeps = {
  readonly log: DirectoryLog;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Notes in the log of events what an admin has done to the directory. */
export type RecordOperation = (ctx: ApiContext, event: OperationEvent) => Promise<void>;

export function operationRecorder({ log, clock, logger }: RecorderDeps): RecordOperation {
  return async (ctx, event) => {
    const { viewer, correlationId } = ctx.state;
    const error = await recordOperation(log, event, {
      actor: { id: viewer.id, role: viewer.role },
      correlationId,
      time: clock().toISOString(),
    });
    if (error) logger.warn({ event, actor: viewer.id, err: error }, 'operation-not-recorded');
  };
}
