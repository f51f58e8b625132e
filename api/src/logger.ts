import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config.ts';

/** Writes structured lines to the standard output, without waiting for each. */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ fd: 1, sync: false }),
): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
