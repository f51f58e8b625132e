import type { ImportReport } from './import-places.ts';

/** The report for people: what came in, and for every reason of refusal the rows it was given for. */
export function describeImport({ imported, alreadyThere, refused }: ImportReport): string {
  const lines = [`Imported: ${imported}`, `Already there: ${alreadyThere}`];
  lines.push(`Refused: ${refused.length}`);
  for (const [reason, rows] of rowsByReason(refused))
    lines.push(
      `  ${reason} (${rows.length}): ${rows.length === 1 ? 'row' : 'rows'} ${ranges(rows)}`,
    );
  return lines.join('\n');
}

function rowsByReason(refused: ImportReport['refused']): [string, number[]][] {
  const byReason = new Map<string, number[]>();
  for (const { row, reason } of refused) {
    const rows = byReason.get(reason);
    if (rows) rows.push(row);
    else byReason.set(reason, [row]);
  }
  return [...byReason].sort(([, a], [, b]) => b.length - a.length);
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
