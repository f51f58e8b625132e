import type { BusinessId, LinkChannel } from '@directory/domain';
import { defineView, type EventOf, type View } from '../engine/view.ts';
import { localTimeIn, type LocalTime } from './local-time.ts';

/** The visits to one business in one month of the site's time zone, or in all time. */
export type HourlyVisits = VisitCounts & {
  readonly businessId: BusinessId;
  readonly ownerId: string | null;
  /** `all`, or a month as `2026-11`. */
  readonly period: string;
  /** The earliest date that anything was counted on. */
  readonly firstDate: string;
  /** The days that had any, in their order; none for `all`. */
  readonly days: readonly DailyVisits[];
};

/** The date is the site's, as `2026-11-21`. */
export type DailyVisits = VisitCounts & { readonly date: string };

export type VisitCounts = {
  readonly views: number;
  /** Each person once a day. */
  readonly visitors: number;
  /** 24 counts of views by local hour. */
  readonly hours: readonly number[];
  readonly clicks: Readonly<Partial<Record<LinkChannel, number>>>;
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
  return defineView<HourlyVisits, TrafficType, HourlyIndex>({
    name: 'hourly-views',
    version: `2 ${timeZone}`,
    handles,
    key: (event) => {
      const { businessId } = event.data;
      const local = localTime(momentOf(event));
      return local ? [businessId, `${businessId}/${local.month}`] : [businessId];
    },
    evolve: (visits, event, id) => {
      const local = localTime(momentOf(event));
      if (!local) throw new RangeError(`event ${event.id} has no readable time`);
      const { businessId, ownerId } = event.data;
      const { views, visitors, hours, clicks } = count(visits ?? noVisits, event, local.hour);
      const isAllTime = id === businessId;
      const period = isAllTime ? allTime : local.month;
      const days = isAllTime ? noDays : countDay(visits?.days ?? noDays, event, local);
      const firstDate = earlier(local.date, visits?.firstDate);
      return { businessId, ownerId, period, firstDate, views, visitors, hours, clicks, days };
    },
    indexes: ['businessId', 'ownerId', 'period'],
  });
}

const allTime = 'all';
const noDays: readonly DailyVisits[] = [];
const noVisits: VisitCounts = {
  views: 0,
  visitors: 0,
  hours: Array.from({ length: 24 }, () => 0),
  clicks: {},
};

function earlier(date: string, known: string | undefined): string {
  return known !== undefined && known < date ? known : date;
}

function momentOf(event: EventOf<TrafficType>): string {
  return event.type === 'BusinessViewed' ? event.data.viewedAt : event.data.clickedAt;
}

/** Arrays and literals only: spreading objects took most of a replay. */
function countDay(
  days: readonly DailyVisits[],
  event: EventOf<TrafficType>,
  { date, hour }: LocalTime,
): readonly DailyVisits[] {
  const index = days.findLastIndex((day) => day.date === date);
  const { views, visitors, hours, clicks } = count(days[index] ?? noVisits, event, hour);
  const day = { date, views, visitors, hours, clicks };
  if (index >= 0) return days.with(index, day);
  return [...days, day].sort((one, other) => (one.date < other.date ? -1 : 1));
}

function count(counts: VisitCounts, event: EventOf<TrafficType>, hour: number): VisitCounts {
  const { views, visitors, hours, clicks } = counts;
  if (event.type === 'BusinessLinkClicked') {
    const { channel } = event.data;
    return { views, visitors, hours, clicks: { ...clicks, [channel]: (clicks[channel] ?? 0) + 1 } };
  }
  const newcomers = event.data.firstToday ? 1 : 0;
  const nextHours = hours.slice();
  nextHours[hour] = (nextHours[hour] ?? 0) + 1;
  return { views: views + 1, visitors: visitors + newcomers, hours: nextHours, clicks };
}
