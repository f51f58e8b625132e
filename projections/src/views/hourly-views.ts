import type { BusinessId, LinkChannel } from '@directory/domain';
import { defineView, type EventOf, type View } from '../engine/view.ts';
import { localTimeIn, type LocalTime } from './local-time.ts';

/** The visits to one business in one month of the site's time zone, or in all time. */
export type HourlyVisits = VisitCounts & {
  readonly businessId: BusinessId;
  /** The owner at the last visit or click. */
  readonly ownerId: string | null;
  /** `all`, or a month as `2026-11`. */
  readonly period: string;
  /** The earliest date that anything was counted on. */
  readonly firstDate: string;
  /** The days with visits or clicks, in their order; none for `all`. */
  readonly days: DailyVisits[];
};

/** The date is the site's, as `2026-11-21`. */
export type DailyVisits = VisitCounts & { readonly date: string };

export type VisitCounts = {
  readonly views: number;
  /** Each visitor is counted once a day. */
  readonly visitors: number;
  /** 24 counts of views by local hour. */
  readonly hours: number[];
  readonly clicks: Clicks;
};

type Clicks = Readonly<Partial<Record<LinkChannel, number>>>;

const handles = ['BusinessViewed', 'BusinessLinkClicked'] as const;
type TrafficType = (typeof handles)[number];
type HourlyIndex = 'businessId' | 'ownerId' | 'period';

/**
 * Visits by business: one document `<businessId>` for all time and one `<businessId>/<YYYY-MM>` a month. Hours and days are
 * the site's, so the zone is part of the version: another zone is another view.
 */
export function hourlyViewsIn(timeZone: string): View<HourlyVisits, TrafficType, HourlyIndex> {
  const localTime = localTimeIn(timeZone);
  const keysOf = cachedKeys();
  const evolve = (before: VisitsInMemory | null, event: EventOf<TrafficType>, id: string) => {
    const local = localTime(momentOf(event));
    if (!local) throw new RangeError(`event ${event.id} has no readable time`);
    const { ownerId } = event.data;
    const visits = before ?? noneYet(event, id, local);
    // An equal text is not stored again, as it would keep each event's own in memory.
    if (visits.ownerId !== ownerId) visits.ownerId = ownerId;
    if (local.date < visits.firstDate) visits.firstDate = local.date;
    if (event.type === 'BusinessViewed') countView(visits, event.data.firstToday, local);
    else countClick(visits, event.data.channel, local);
    return visits;
  };
  return defineView<HourlyVisits, TrafficType, HourlyIndex>({
    name: 'hourly-views',
    version: `2 ${timeZone}`,
    handles,
    key: (event) => {
      const { businessId } = event.data;
      const local = localTime(momentOf(event));
      return local ? keysOf(businessId, local.month) : [businessId];
    },
    evolve: (visits, event, id) => toStored(evolve(visits && fromStored(visits), event, id)),
    memoryShape: { fromStored, toStored, evolve },
    indexes: ['businessId', 'ownerId', 'period'],
  });
}

const allTime = 'all';
const maxCached = 20_000;

/** Making the same texts for each visit to a business, and hashing them, took a tenth of a build. */
function cachedKeys(): (businessId: BusinessId, month: string) => readonly string[] {
  const known = new Map<BusinessId, { readonly month: string; readonly keys: readonly string[] }>();
  return (businessId, month) => {
    const before = known.get(businessId);
    if (before?.month === month) return before.keys;
    if (known.size >= maxCached) known.clear();
    const keys = [businessId, `${businessId}/${month}`];
    known.set(businessId, { month, keys });
    return keys;
  };
}

function momentOf(event: EventOf<TrafficType>): string {
  return event.type === 'BusinessViewed' ? event.data.viewedAt : event.data.clickedAt;
}

/** Counts in one array: an object for each day would take most of the time and memory of a build. */
type VisitsInMemory = Pick<HourlyVisits, 'businessId' | 'period'> & {
  ownerId: string | null;
  firstDate: string;
  /** A row for each day of the month, or one for all time: 24 hours, then the visitors. */
  readonly counts: Uint32Array;
  clicks: Clicks;
  /** Indexed by the day of the month. */
  readonly clicksByDay: Clicks[];
};

const visitorsInRow = 24;
const rowLength = 25;

function noneYet(
  { data: { businessId, ownerId } }: EventOf<TrafficType>,
  id: string,
  { month, date }: LocalTime,
): VisitsInMemory {
  const period = id === businessId ? allTime : month;
  return { businessId, ownerId, period, firstDate: date, ...noCounts(period) };
}

function noCounts(period: string): Pick<VisitsInMemory, 'counts' | 'clicks' | 'clicksByDay'> {
  const rows = period === allTime ? 1 : 31;
  return { counts: new Uint32Array(rows * rowLength), clicks: {}, clicksByDay: [] };
}

function countClick(visits: VisitsInMemory, channel: LinkChannel, { day }: LocalTime): void {
  const { period, clicksByDay } = visits;
  visits.clicks = oneMore(visits.clicks, channel);
  if (period !== allTime) clicksByDay[day] = oneMore(clicksByDay[day], channel);
}

function countView({ counts, period }: VisitsInMemory, isFirst: boolean, at: LocalTime): void {
  const row = period === allTime ? 0 : rowOf(at.day);
  add(counts, row + at.hour, 1);
  if (isFirst) add(counts, row + visitorsInRow, 1);
}

function rowOf(day: number): number {
  return (day - 1) * rowLength;
}

function add(counts: Uint32Array, index: number, more: number): void {
  counts[index] = (counts[index] ?? 0) + more;
}

function oneMore(clicks: Clicks = {}, channel: LinkChannel): Clicks {
  return { ...clicks, [channel]: (clicks[channel] ?? 0) + 1 };
}

function fromStored(stored: HourlyVisits): VisitsInMemory {
  const { businessId, ownerId, period, firstDate, days, clicks } = stored;
  const visits = { businessId, ownerId, period, firstDate, ...noCounts(period), clicks };
  if (period === allTime) addRow(visits.counts, 0, stored);
  for (const each of days) {
    const day = Number(each.date.slice(-2));
    addRow(visits.counts, rowOf(day), each);
    if (Object.keys(each.clicks).length > 0) visits.clicksByDay[day] = each.clicks;
  }
  return visits;
}

function addRow(counts: Uint32Array, row: number, { hours, visitors }: VisitCounts): void {
  for (const [hour, views] of hours.entries()) add(counts, row + hour, views);
  add(counts, row + visitorsInRow, visitors);
}

function toStored(visits: VisitsInMemory): HourlyVisits {
  const { businessId, ownerId, period, firstDate, counts, clicks, clicksByDay } = visits;
  const days: DailyVisits[] = [];
  for (let day = 1; rowOf(day) < counts.length && period !== allTime; day += 1) {
    const clicksOfDay = clicksByDay[day];
    const ofDay = sumOf(counts.subarray(rowOf(day), rowOf(day + 1)), clicksOfDay);
    const date = `${period}-${String(day).padStart(2, '0')}`;
    if (ofDay.views > 0 || clicksOfDay) days.push({ date, ...ofDay });
  }
  return { businessId, ownerId, period, firstDate, ...sumOf(counts, clicks), days };
}

function sumOf(rows: Uint32Array, clicks: Clicks = {}): VisitCounts {
  const hours = new Array<number>(24).fill(0);
  let views = 0;
  let visitors = 0;
  for (let row = 0; row < rows.length; row += rowLength) {
    for (let hour = 0; hour < 24; hour += 1) {
      const count = rows[row + hour] ?? 0;
      hours[hour] = (hours[hour] ?? 0) + count;
      views += count;
    }
    visitors += rows[row + visitorsInRow] ?? 0;
  }
  return { views, visitors, hours, clicks };
}
