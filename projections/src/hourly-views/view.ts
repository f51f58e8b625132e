import { defineView, type EventOf, type View } from '../view.ts';
import type { HourlyVisits, VisitCounts } from './hourly-visits.ts';
import { localTimeIn } from './local-time.ts';

const handles = ['BusinessViewed', 'BusinessLinkClicked'] as const;
type TrafficType = (typeof handles)[number];

/**
 * Visits by business: one document `<businessId>` for all time and one `<businessId>/<YYYY-MM>` a month. Hours and days are
 * the site's, so the zone is part of the version: another zone is another view.
 */
export function hourlyViewsIn(timeZone: string): View<HourlyVisits, TrafficType> {
  const localTime = localTimeIn(timeZone);
  return defineView<HourlyVisits, TrafficType>({
    name: 'hourly-views',
    version: `1 ${timeZone}`,
    handles,
    key: (event) => {
      const { businessId } = event.data;
      const local = localTime(momentOf(event));
      return local ? [businessId, `${businessId}/${local.month}`] : [businessId];
    },
    evolve: (visits, event, id) => {
      const local = localTime(momentOf(event));
      if (!local) throw new RangeError(`event ${event.id} has no readable time`);
      const before = visits ?? noVisitsTo(event, id);
      const total = count(before, event, local.hour);
      if (before.period === allTime) return total;
      const day = count(before.days[local.date] ?? noVisits, event, local.hour);
      return { ...total, days: { ...before.days, [local.date]: day } };
    },
    indexes: ['businessId', 'ownerId', 'period'],
  });
}

const allTime = 'all';

const noVisits: VisitCounts = {
  views: 0,
  visitors: 0,
  hours: Array.from({ length: 24 }, () => 0),
  clicks: {},
};

function noVisitsTo({ data }: EventOf<TrafficType>, id: string): HourlyVisits {
  const { businessId, ownerId } = data;
  const period = id === businessId ? allTime : id.slice(businessId.length + 1);
  return { ...noVisits, businessId, ownerId, period, days: {} };
}

function momentOf(event: EventOf<TrafficType>): string {
  return event.type === 'BusinessViewed' ? event.data.viewedAt : event.data.clickedAt;
}

function count<Counts extends VisitCounts>(
  counts: Counts,
  event: EventOf<TrafficType>,
  hour: number,
): Counts {
  if (event.type === 'BusinessLinkClicked') {
    const { channel } = event.data;
    const clicks = { ...counts.clicks, [channel]: (counts.clicks[channel] ?? 0) + 1 };
    return { ...counts, clicks };
  }
  const hours = counts.hours.slice();
  hours[hour] = (hours[hour] ?? 0) + 1;
  const visitors = counts.visitors + (event.data.firstToday ? 1 : 0);
  return { ...counts, views: counts.views + 1, visitors, hours };
}
