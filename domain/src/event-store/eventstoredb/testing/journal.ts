import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import type { Journal, LoggedEvent } from './memory-log.ts';

/** A journal in a file, a line an append, so that an append which was cut off in the middle was never made. */
export function openJournal(file: string): Journal & { readonly close: () => void } {
  const whole = existsSync(file) ? wholeLines(readFileSync(file)) : Buffer.alloc(0);
  if (existsSync(file)) truncateSync(file, whole.length);
  const descriptor = openSync(file, 'a', 0o600);
  return {
    earlier: whole.toString().split('\n').slice(0, -1).map(parseLine),
    record(events) {
      writeWhole(descriptor, Buffer.from(`${JSON.stringify(events.map(toPlain))}\n`));
      fsyncSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

type PlainEvent = Omit<LoggedEvent, 'data' | 'metadata'> & {
  readonly data: string;
  readonly metadata: string;
};

function toPlain(event: LoggedEvent): PlainEvent {
  return { ...event, data: toBase64(event.data), metadata: toBase64(event.metadata) };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function parseLine(line: string): readonly LoggedEvent[] {
  const events = JSON.parse(line) as readonly PlainEvent[];
  return events.map((event) => ({
    ...event,
    data: Buffer.from(event.data, 'base64'),
    metadata: Buffer.from(event.metadata, 'base64'),
  }));
}
