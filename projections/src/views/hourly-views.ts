import type { BusinessId, LinkChannel } from '@directory/domain';
import { defineView, type EventOf, type View } from '../engine/view.ts';
import { localTimeIn, type LocalTime } from './local-time.ts';

/** The visits to one business in one month of the site's time zone, or in all time. */
export type HourlyVisits = VisitCounts & {
  readonly businessId: BusinessId;
  /** Of the last visit. */
  ownerId: string | null;
  /** `all`, or a month as `2026-11`. */
  readonly period: string;
  /** The earliest date that anything was counted on. */
  firstDate: string;
  /** The days that had any, in their order; none for `all`. */
  readonly days: DailyVisits[];
};

/** The date is the site's, as `2026-11-21`. */
export type DailyVisits = VisitCounts & { readonly date: string };

export type VisitCounts = {
  views: number;
  /** Each person once a day. */
  visitors: number;
  /** 24 counts of views by local hour. */
  readonly hours: number[];
  readonly clicks: Partial<Record<LinkChannel, number>>;
};

const handles = ['BusinessViewed', 'BusinessLinkClicked'] as const;
type TrafficType = (typeof handles)[number];
type HourlyIndex = 'businessId' | 'ownerId' | 'period';

/**
 * Visits by business: one document `<businessId>` for all time and one `<businessId>/<YYYY-MM>` a month. Hours and days are
 * the site's, so the zone is part of the version: another zone is another view.
 */
export function hourlyViewsIn(timeZone: string): View<HourlyVisits, TrafficType, HourlyIndex> {
  const localTime = localTimeIn(timeZone);
  const keysOf = rememberedKeys();
  return defineView<HourlyVisits, TrafficType, HourlyIndex>({
    name: 'hourly-views',
    version: `2 ${timeZone}`,
    handles,
    key: (event) => {
      const { businessId } = event.data;
      const local = localTime(momentOf(event));
      return local ? keysOf(businessId, local.month) : [businessId];
    },
    evolve: (visits, event, id) => {
      const local = localTime(momentOf(event));
      if (!local) throw new RangeError(`event ${event.id} has no readable time`);
      const { ownerId } = event.data;
      const counted = visits ?? noneYet(event, id, local);
      // An equal text is not stored again, as it would keep each event's own in memory.
      if (counted.ownerId !== ownerId) counted.ownerId = ownerId;
      if (local.date < counted.firstDate) counted.firstDate = local.date;
      count(counted, event, local.hour);
      if (counted.period !== allTime) count(dayOf(counted.days, local.date), event, local.hour);
      return counted;
    },
    evolvesInPlace: true,
    indexes: ['businessId', 'ownerId', 'period'],
  });
}

const allTime = 'all';
const maxRemembered = 20_000;

/** Making the same texts for each visit to a business, and hashing them, took a tenth of a build. */
function rememberedKeys(): (businessId: BusinessId, month: string) => readonly string[] {
  const known = new Map<BusinessId, { readonly month: string; readonly keys: readonly string[] }>();
  return (businessId, month) => {
    const before = known.get(businessId);
    if (before?.month === month) return before.keys;
    if (known.size >= maxRemembered) known.clear();
    const keys = [businessId, `${businessId}/${month}`];
    known.set(businessId, { month, keys });
    return keys;
  };
}

function noneYet(
  { data: { businessId, ownerId } }: EventOf<TrafficType>,
  id: string,
  { month, date }: LocalTime,
): HourlyVisits {
  const period = id === businessId ? allTime : month;
  return { businessId, ownerId, period, firstDate: date, ...noVisits(), days: [] };
}

function noVisits(): VisitCounts {
  return { views: 0, visitors: 0, hours: new Array<number>(24).fill(0), clicks: {} };
}

function momentOf(event: EventOf<TrafficType>): string {
  return event.type === 'BusinessViewed' ? event.data.viewedAt : event.data.clickedAt;
}

function dayOf(days: DailyVisits[], date: string): DailyVisits {
  const known = days.findLast((day) => day.date === date);
  if (known) return known;
  const day = { date, ...noVisits() };
  days.push(day);
  days.sort((one, other) => (one.date < other.date ? -1 : 1));
  return day;
}

function count(counts: VisitCounts, event: EventOf<TrafficType>, hour: number): void {
  if (event.type === 'BusinessLinkClicked') {
    const { channel } = event.data;
    counts.clicks[channel] = (counts.clicks[channel] ?? 0) + 1;
    return;
  }
  counts.views += 1;
  if (event.data.firstToday) counts.visitors += 1;
  counts.hours[hour] = (counts.hours[hour] ?? 0) + 1;
}
