import { fieldsOf } from '@directory/domain/event-store';
import type { Grouping } from '@directory/domain/report-choices';
import { localTimeIn, weekdayOf, type LocalTime } from '../views/local-time.ts';
import { businessOf, describingTypes, detailsIn } from './listing-state.ts';
import { readEvents, type ReportSource } from './read-events.ts';
import type { Cell, Column, ReportRequest, Row } from './report.ts';

type AttributeGrouping = 'category' | 'kampong' | 'business' | 'channel' | 'admin' | 'reason';

/** What something is counted under, besides its time. */
export type Attributes = { readonly [Name in AttributeGrouping]?: string | null };

/** The columns of groupings that are not one of text with their name. */
const columnsOf: Readonly<Partial<Record<Grouping, readonly Column[]>>> = {
  hour: [{ name: 'hour', type: 'integer' }],
  weekday: [{ name: 'weekday', type: 'integer' }],
  day: [{ name: 'day', type: 'day' }],
  admin: [{ name: 'adminId', type: 'text' }],
  business: [
    { name: 'businessId', type: 'text' },
    { name: 'businessName', type: 'text' },
  ],
};

export function groupColumns(by: readonly Grouping[]): readonly Column[] {
  return by.flatMap((name): readonly Column[] => columnsOf[name] ?? [{ name, type: 'text' }]);
}

type CellOfTime = (time: LocalTime) => Cell;

const partOfTime: Readonly<Partial<Record<Grouping, CellOfTime>>> = {
  hour: ({ hour }) => hour,
  weekday: ({ date }) => weekdayOf(date),
  day: ({ date }) => date,
  week: ({ date }) => weekOf(date),
  month: ({ month }) => month,
} satisfies Record<Exclude<Grouping, AttributeGrouping>, CellOfTime>;

export type Groups<Totals> = ReturnType<typeof groupsOf<Totals>>;

/** Totals of what happened in a period, by group. Without a grouping there is one group, also when nothing happened. */
export function groupsOf<Totals>(
  by: readonly Grouping[],
  { timeZone, from, to }: Pick<ReportRequest, 'timeZone' | 'from' | 'to'>,
  newTotals: () => Totals,
) {
  const localTime = localTimeIn(timeZone);
  const groups = new Map<Cell, { readonly group: Row; readonly totals: Totals }>();
  const totalsOf = (group: Row) => {
    const [first = null] = group;
    const key = group.length > 1 ? JSON.stringify(group) : first;
    const known = groups.get(key);
    if (known) return known.totals;
    const totals = newTotals();
    groups.set(key, { group, totals });
    return totals;
  };
  if (by.length === 0) totalsOf([]);
  return {
    /** The totals of the group that something at a time belongs to, new ones at first; null outside the period. */
    at(instant: string, attributes: Attributes): Totals | null {
      const time = localTime(instant);
      if (!time || (from !== null && time.date < from) || (to !== null && time.date > to))
        return null;
      const values: Readonly<Partial<Record<Grouping, Cell>>> = attributes;
      return totalsOf(by.map((each) => partOfTime[each]?.(time) ?? values[each] ?? null));
    },
    /** Each group with its totals, in the order of the groups. */
    all: (): readonly (readonly [group: Row, totals: Totals])[] =>
      [...groups.values()]
        .sort((one, other) => compareRows(one.group, other.group))
        .map(({ group, totals }) => [group, totals]),
  };
}

/** The groups, with the last name of each business after its id. */
export async function namedGroups<Totals>(
  groups: Groups<Totals>,
  by: readonly Grouping[],
  source: ReportSource,
): Promise<ReturnType<Groups<Totals>['all']>> {
  const place = by.indexOf('business');
  if (place < 0) return groups.all();
  const names = await businessNames(source);
  return groups.all().map(([group, totals]) => {
    const name = names.get(String(group[place])) ?? null;
    return [group.toSpliced(place + 1, 0, name), totals];
  });
}

/** The last name of each listing, also of deleted ones, by id. */
async function businessNames({ log, until }: ReportSource): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for await (const events of readEvents({ log, until }, describingTypes))
    for (const event of events) {
      const name = detailsIn(fieldsOf(event))?.['businessName'];
      if (typeof name === 'string') names.set(businessOf(event), name);
    }
  return names;
}

/** Compares cell by cell; null comes last. */
function compareRows(one: Row, other: Row): number {
  for (const [index, cell] of one.entries()) {
    const order = compareCells(cell, other[index] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function compareCells(one: Cell, other: Cell): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
}

const dayMs = 86_400_000;

/** The week as ISO 8601 counts: week 1 has the first Thursday of the year. */
function weekOf(date: string): string {
  const thursday = new Date(Date.parse(date) + (4 - weekdayOf(date)) * dayMs);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
