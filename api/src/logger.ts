import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '@directory/projections/config';

export type AppLogger = Logger & {
  /**
   * Writes several lines of level info at once, whose fields are JSON already, as `"status":200`. For one line pino itself takes a
   * fifth of the time of an answer from memory.
   */
  readonly infoLines: (fieldsOfEach: readonly string[]) => void;
};

/** Writes structured lines to the standard output. */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = standardOutput(),
): AppLogger {
  const time = isoTime();
  const logger = pino({ level, base: null, timestamp: time }, destination);
  const isInfo = logger.isLevelEnabled('info');
  return Object.assign(logger, {
    infoLines(fieldsOfEach: readonly string[]) {
      if (!isInfo) return;
      const start = `{"level":30${time()},`;
      destination.write(fieldsOfEach.map((fields) => `${start}${fields}}\n`).join(''));
    },
  });
}

/** What sonic-boom accepts in its mode for bytes, which its own type does not mention. */
interface ByteOutput {
  write(line: string | Uint8Array): boolean;
}

/** Writes each line within a tenth of a second, many at once under load. Bytes, as sonic-boom measures all waiting text at each line. */
function standardOutput(): DestinationStream {
  const sonic = pino.destination({
    fd: 1,
    sync: false,
    minLength: 32_768,
    // While this much waits, as on a full disk, further lines are dropped.
    maxLength: 8_388_608,
    // What a pipe of Linux holds: part of a longer write is refused, and sonic-boom waits 100 ms before it tries again.
    maxWrite: 65_536,
    periodicFlush: 100,
    contentMode: 'buffer',
  });
  let isRefused = false;
  sonic.on('error', () => (isRefused = true)).on('write', () => (isRefused = false));
  const flushSync = sonic.flushSync.bind(sonic);
  // Called when the program ends: a write that is refused would be tried again for ever.
  sonic.flushSync = () => {
    if (!isRefused) flushSync();
  };
  const output: ByteOutput = sonic;
  return { write: (line) => void output.write(Buffer.from(line)) };
}

/** Like pino's own, but lines of the same millisecond share the text. */
function isoTime(): () => string {
  let last = { ms: Number.NaN, text: '' };
  return () => {
    const ms = Date.now();
    if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
    return last.text;
  };
}
