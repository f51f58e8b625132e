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

test('a table of 130,000 rows in one page is written whole', async () => {
  let text = '';
  for await (const piece of textFormats.table(largeReport())) text += piece;
  const [, head, line, first] = text.split('\n');
  expect([head, line, first]).toEqual([' views', '------', '     1']);
  expect(text).toMatch(/\n130000\n$/);
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
