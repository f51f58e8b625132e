/** Without this mark, Excel takes UTF-8 for an older encoding. */
export const byteOrderMark = '\uFEFF';

/** The name of a file after what it covers, such as `views-by-month-from-2026-07-01-to-2026-09-30.csv`. */
export function csvFileName(
  name: string,
  covered: Readonly<Record<string, string | undefined>>,
): string {
  const named = Object.entries(covered).flatMap(([word, text]) => (text ? [word, text] : []));
  return `${[name, ...named].join('-')}.csv`;
}

/** A line of RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/**
 * Puts an apostrophe before what a spreadsheet would take for a formula. Some separate cells at semicolons or tabs, and then leave out
 * the quotes that a cell begins with.
 */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const plain = value.replace(/(^|[;\t][\s"]*)(?=[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Writes a time as spreadsheets read it, which take ISO 8601 with T and Z for text; nothing for what is no time. */
export function localTextIn(timeZone: string): (time: string) => string {
  const style = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
  const format = new Intl.DateTimeFormat('sv-SE', style);
  return (time) => (Number.isNaN(Date.parse(time)) ? '' : format.format(new Date(time)));
}
