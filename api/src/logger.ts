import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '@directory/projections/config';

export type AppLogger = Logger & {
  /**
   * Writes lines of level info with what is JSON already, as `"status":200`, all at once: to make one by itself, pino takes a fifth of
   * an answer from memory.
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

/** As sonic-boom is where its content is bytes, which its own type does not mention. */
interface ByteOutput {
  write(line: string | Uint8Array): boolean;
}

/** Writes many lines at once under load, and each within a tenth of a second. Of text, sonic-boom measures all that waits at each line. */
function standardOutput(): DestinationStream {
  const sonic = pino.destination({
    fd: 1,
    sync: false,
    minLength: 32_768,
    // Lines that come while as much waits, as the disk is full, are left out.
    maxLength: 8_388_608,
    // As a pipe of Linux holds: of a longer one a part is refused, which sonic-boom tries again after 100 ms.
    maxWrite: 65_536,
    periodicFlush: 100,
    contentMode: 'buffer',
  });
  let isRefused = false;
  sonic.on('error', () => (isRefused = true)).on('write', () => (isRefused = false));
  const flushSync = sonic.flushSync.bind(sonic);
  // When the program ends. What is refused would be tried again for ever.
  sonic.flushSync = () => {
    if (!isRefused) flushSync();
  };
  const output: ByteOutput = sonic;
  return { write: (line) => void output.write(Buffer.from(line)) };
}

/** As pino's own, but lines of one millisecond share the text. */
function isoTime(): () => string {
  let last = { ms: Number.NaN, text: '' };
  return () => {
    const ms = Date.now();
    if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
    return last.text;
  };
}
