/** Without it, Excel takes UTF-8 for an older encoding. */
export const byteOrderMark = '\uFEFF';

/** A line of RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** What a spreadsheet would take for a formula becomes a plain text by the apostrophe before it, also where one separates cells by semicolons. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const plain = value.replace(/(^|;\s*|\t)(?=[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
