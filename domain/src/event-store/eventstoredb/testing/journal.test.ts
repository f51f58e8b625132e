import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './journal.ts';
import { memoryLog, type ProposedEvent } from './memory-log.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  file = join(folder, 'events.ndjson');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function proposed(id: string): ProposedEvent {
  const bytes = new TextEncoder().encode(`{"of":"${id}"}`);
  return { id, type: 'Noted', contentType: 'application/json', data: bytes, metadata: bytes };
}

function reopened() {
  const journal = openJournal(file);
  const log = memoryLog(journal);
  journal.close();
  return log;
}

const ofStream = (log: ReturnType<typeof memoryLog>) =>
  log.stream('note-1').map(({ id, revision, position }) => ({ id, revision, position }));

test('a log continues from its journal', () => {
  const journal = openJournal(file);
  const log = memoryLog(journal);
  log.append('note-1', [proposed('a'), proposed('b')], 'none');
  log.append('note-1', [proposed('c')], 1);
  journal.close();

  const later = reopened();
  expect(ofStream(later)).toEqual(ofStream(log));
  expect(Buffer.from(later.stream('note-1')[2]?.data ?? []).toString()).toBe('{"of":"c"}');
  const positions = later.all.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
});

test('a repeated append is recognized after a restart', () => {
  const journal = openJournal(file);
  memoryLog(journal).append('note-1', [proposed('a')], 'none');
  journal.close();

  const again = openJournal(file);
  const outcome = memoryLog(again).append('note-1', [proposed('a')], 'none');
  again.close();
  expect(outcome).toMatchObject({ kind: 'appended', last: { revision: 0 } });
  expect(ofStream(reopened())).toHaveLength(1);
});

test('a truncated append is not in the log', () => {
  const journal = openJournal(file);
  memoryLog(journal).append('note-1', [proposed('a')], 'none');
  journal.close();
  const [, line = ''] = readFileSync(file, 'utf8').split('\n');
  appendFileSync(file, line.slice(0, -3));

  expect(ofStream(reopened())).toHaveLength(1);
  expect(ofStream(reopened())).toHaveLength(1);
});

test('an append is journaled before subscribers get it', () => {
  const journal = openJournal(file);
  const log = memoryLog(journal);
  const recorded: boolean[] = [];
  log.listen(({ id }) => recorded.push(readFileSync(file, 'utf8').includes(id)));
  log.append('note-1', [proposed('a1b2c3')], 'none');
  journal.close();
  expect(recorded).toEqual([true]);
});
