import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPosition } from '@directory/domain/event-store';
import type { RunningReport } from '@directory/projections';
import { expect, onTestFinished, test } from 'vitest';
import { textFormats, writeParquet } from './report-formats.ts';

/** Visits by business and day are that many within a year. */
function largeReport(): RunningReport {
  const about = {
    ...{ report: 'views', version: 1, by: [], timeZone: 'UTC', from: null, to: null, asOf: null },
    ...{ demonstration: false, firstPosition: toPosition(1), lastPosition: toPosition(10) },
  };
  const rows = Array.from({ length: 130_000 }, (_, index) => [index + 1]);
  return { about, columns: [{ name: 'views', type: 'integer' }], rows: inOnePage(rows) };
}

async function* inOnePage<Value>(value: Value) {
  yield value;
}

async function textOf(format: keyof typeof textFormats, report: RunningReport): Promise<string> {
  let text = '';
  for await (const piece of textFormats[format](report)) text += piece;
  return text;
}

test('a table of 130,000 rows in one page is written whole', async () => {
  const text = await textOf('table', largeReport());
  const [, head, line, first] = text.split('\n');
  expect([head, line, first]).toEqual([' views', '------', '     1']);
  expect(text).toMatch(/\n130000\n$/);
});

const { about } = largeReport();
const columns = [
  { name: 'place', type: 'text' },
  { name: 'views', type: 'integer' },
] as const;

test('every format has the rows of all pages under one head', async () => {
  async function* rows() {
    yield [['Kafe Satu', 5]];
    yield [];
    yield [['Kedai', 12]];
  }
  const text = async (format: keyof typeof textFormats) => {
    const [, ...lines] = (await textOf(format, { about, columns, rows: rows() })).split('\n');
    return lines.join('\n');
  };
  expect(await text('table')).toBe(
    'place      views\n---------  -----\nKafe Satu      5\nKedai         12\n',
  );
  expect(await text('csv')).toBe('place,views\r\nKafe Satu,5\r\nKedai,12\r\n');
  expect(await text('ndjson')).toBe(
    '{"place":"Kafe Satu","views":5}\n{"place":"Kedai","views":12}\n',
  );
  expect(JSON.parse(await textOf('json', { about, columns, rows: rows() }))).toMatchObject({
    rows: [
      ['Kafe Satu', 5],
      ['Kedai', 12],
    ],
  });
});

test('the head says that there were no events, and that the demonstration counts', async () => {
  const nothing = { ...about, demonstration: true, firstPosition: null, lastPosition: null };
  async function* rows() {}
  const text = await textOf('csv', { about: nothing, columns, rows: rows() });
  expect(text).toMatch(/; demonstration included; no events\r\nplace,views\r\n$/);
});

test('a Parquet file of 130,000 rows in one page is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parquet-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'views.parquet');
  await writeParquet(file, largeReport());
  expect(statSync(file).size).toBeGreaterThan(130_000);
});
