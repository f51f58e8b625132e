import { expect, test } from 'vitest';
import { csvLine, localTextIn } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['Kedai;=1+1', "Kedai;'=1+1"],
  ['Kedai; @SUM(A1)', "Kedai; '@SUM(A1)"],
  ['Kedai;"=1+1', `"Kedai;""'=1+1"`],
  ['Kedai\t" =1+1', `"Kedai\t"" '=1+1"`],
  ['Jalan Raja Alang; Kampong Bharu', 'Jalan Raja Alang; Kampong Bharu'],
  ['a-b', 'a-b'],
])('a cell with %j begins no formula, also where semicolons separate', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});

test.each([
  ['2026-11-01T16:30:05.999Z', '2026-11-02 00:30:05'],
  ['yesterday', ''],
  ['', ''],
])('the local text of %j is %j', (time, text) => {
  expect(localTextIn('Asia/Kuala_Lumpur')(time)).toBe(text);
});
