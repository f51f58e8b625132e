import type { Grouping, ReportResponse } from '@directory/api/contracts';
import { number } from '../../../texts/count.ts';
import { reportTexts as texts } from '../../../texts/report-texts.ts';

type Column = ReportResponse['columns'][number];
type Cell = ReportResponse['rows'][number][number];

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

/** As people read it. `dateText` formats a time in the zone of the site. */
export function cellText(
  value: Cell | undefined,
  { name, type }: Column,
  dateText: (time: string) => string,
): string {
  if (value === null || value === undefined || value === '') return texts.empty;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberText(value, name);
  return type === 'time' ? dateText(value) : value;
}

function numberText(value: number, name: string): string {
  if (name === 'weekday') return texts.weekdays[value - 1] ?? String(value);
  if (name === 'hour') return `${value}:00`;
  if (name === 'yearStarted') return String(value);
  return name === 'share' ? percent.format(value) : number.format(value);
}

export type ReportChart = {
  readonly group: Grouping;
  readonly column: Column;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
};

/** The first number of each group; null for a report of one group, of none or of two groupings. */
export function chartOf({ about, columns, rows }: ReportResponse): ReportChart | null {
  const [group, second] = about.by;
  if (group === undefined || second !== undefined || rows.length < 2) return null;
  const names: Readonly<Record<string, string>> = { business: 'businessName', admin: 'adminName' };
  const find = (name: string) => columns.findIndex((column) => column.name === name);
  const label = find(names[group] ?? group);
  const value = columns.findIndex(
    ({ type, name }, index) =>
      index !== label && name !== 'rank' && (type === 'integer' || type === 'number'),
  );
  const [labelled, column] = [columns[label], columns[value]];
  if (!labelled || !column) return null;
  const bars = rows.map((row) => {
    const [name, amount] = [row[label], row[value]];
    return {
      name: name === null ? texts.unknownGroup : cellText(name, labelled, String),
      value: typeof amount === 'number' ? amount : 0,
    };
  });
  return { group, column, bars };
}
