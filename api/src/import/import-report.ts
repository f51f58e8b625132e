import { groupBy } from '../grouped-by.ts';
import type { ImportReport, Remark } from './import-places.ts';

/** The report for people: what came in, and for everything refused or left out the reason and the rows it was given for. */
export function describeImport(report: Readonly<ImportReport>): string {
  const { imported, alreadyThere, refused, leftOut } = report;
  const lines = [`Imported: ${imported}`, `Already there: ${alreadyThere}`];
  lines.push(`Refused: ${refused.length}`, ...describeRemarks(refused));
  if (leftOut.length > 0)
    lines.push(`Left out of what was imported: ${leftOut.length}`, ...describeRemarks(leftOut));
  return lines.join('\n');
}

function describeRemarks(remarks: readonly Remark[]): string[] {
  const byReason = [...groupBy(remarks, ({ reason }) => reason)];
  return byReason
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, found]) => {
      const rows = found.map(({ row }) => row);
      return `  ${reason} (${rows.length}): ${rows.length === 1 ? 'row' : 'rows'} ${ranges(rows)}`;
    });
}

/** Row numbers in ascending order as `3, 7-12, 40`. */
function ranges(rows: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && row === run.last + 1) run.last = row;
    else runs.push({ first: row, last: row });
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(', ');
}
