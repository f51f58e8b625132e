import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';
import { afterAll, expect, onTestFailed, test } from 'vitest';
import { randomNumbers } from '../../projections/src/testing/random-numbers.ts';
import { groupBy } from '@directory/domain/shared/collections';
import { crashRounds } from './program.ts';

const folder = await mkdtemp(join(tmpdir(), 'log-crash-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'events.db');
const program = fileURLToPath(new URL('./appending-program.ts', import.meta.url));

type Acknowledged = { readonly stream: string; readonly group: string; readonly revision: number };

const rounds = crashRounds(8);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));
const random = randomNumbers(seed);
const programsPerRound = 2;

test(
  'the SQLite log loses and repeats no acknowledged append when its writers are killed',
  async () => {
    console.log(`Log crash test with SEED=${seed}`);
    onTestFailed(() => {
      console.error(`Repeat this log crash test with SEED=${seed}`);
    });
    const acknowledged: Acknowledged[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const printed = await Promise.all(
        Array.from({ length: programsPerRound }, () => appendUntilKilled(random() * 300)),
      );
      acknowledged.push(...printed.flat());
      const log = await readLog();
      expectWhole(log);
      expectEachOnce(log, acknowledged);
    }
    // How many depends on the machine; without any, nothing would have been tested.
    expect(acknowledged.length).toBeGreaterThan(100);
  },
  120_000 + rounds * 15_000,
);

/** A third of them is killed around the start, while they open the log; the others while they append. */
async function appendUntilKilled(milliseconds: number): Promise<readonly Acknowledged[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, file, String(random())], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = once(child, 'close');
  await (random() < 1 / 3 ? delay(200 + 2 * milliseconds) : appending(child));
  await delay(milliseconds);
  child.kill('SIGKILL');
  await closed;
  expect(child.signalCode).toBe('SIGKILL');
  return acknowledgements(output);
}

async function appending(child: ChildProcess): Promise<void> {
  if (child.stdout) await once(child.stdout, 'data');
}

/** The text after the last line break was truncated by the kill. */
function acknowledgements(output: string): readonly Acknowledged[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [stream = '', group = '', revision] = line.split(' ');
      return { stream, group, revision: Number(revision) };
    });
}

async function readLog(): Promise<readonly RecordedEvent[]> {
  const store = await openSqliteEventStore({ file });
  const log = await store.readAll({ after: startOfLog, limit: Infinity });
  await store.close();
  return log;
}

function expectWhole(log: readonly RecordedEvent[]): void {
  const gaps = [...groupBy(log, ({ stream }) => stream).values()].filter((events) =>
    events.some(({ revision }, index) => revision !== index),
  );
  expect(gaps).toEqual([]);
  const halves = [...groupsOf(log).values()].filter((events) => events.length !== sizeOf(events));
  expect(halves).toEqual([]);
}

function expectEachOnce(log: readonly RecordedEvent[], acknowledged: readonly Acknowledged[]) {
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
  const groups = groupsOf(log);
  const lost = acknowledged.filter(({ stream, group, revision }) => {
    const last = groups.get(group)?.at(-1);
    return last?.stream !== stream || last.revision !== revision;
  });
  expect(lost).toEqual([]);
}

const groupsOf = (log: readonly RecordedEvent[]) =>
  groupBy(log, ({ data }) => ('group' in data ? String(data.group) : ''));

function sizeOf([event]: readonly RecordedEvent[]): number {
  return event && 'size' in event.data ? Number(event.data.size) : 0;
}
