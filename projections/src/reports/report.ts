import type { Grouping, ReportChoice } from '@directory/domain/report-choices';
import type { ReportSource } from './read-events.ts';

export type Cell = string | number | boolean | null;
export type Row = readonly Cell[];

/** `time` is ISO 8601 in UTC, `day` is as `2026-11-21`. */
export type Column = {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'day';
};

/** What a report covers, with every choice made. */
export type ReportRequest = {
  readonly by: readonly Grouping[];
  readonly timeZone: string;
  /** Days of that zone, both included; null without a limit. */
  readonly from: string | null;
  readonly to: string | null;
  /** The moment, for reports that cover one; null for all that the log holds. */
  readonly asOf: Date | null;
  readonly withDemonstration: boolean;
};

/**
 * A question that is answered by replaying the log, and never from views. The same log up to the same position gives the same rows in
 * the same order.
 */
export type Report = ReportChoice & {
  /** Changes whenever the same log gives other rows. */
  readonly version: number;
  readonly description: string;
  readonly columns: (by: readonly Grouping[]) => readonly Column[];
  readonly rows: (source: ReportSource, request: ReportRequest) => AsyncIterable<readonly Row[]>;
};

/** A column, and its cell in the row of an item. */
export type Field<Item> = readonly [name: string, type: Column['type'], cell: (item: Item) => Cell];

export function columnsOf(fields: readonly Field<never>[]): readonly Column[] {
  return fields.map(([name, type]) => ({ name, type }));
}

export function rowOf<Item>(fields: readonly Field<Item>[], item: Item): Row {
  return fields.map(([, , cell]) => cell(item));
}
