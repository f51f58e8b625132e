import { channelNames, linkChannels } from '@directory/domain';
import {
  weekdayOf,
  type DailyVisits,
  type Listing,
  type VisitCounts,
} from '@directory/projections';
import type { AnalyticsResponse, VisitsResponse } from '../contracts/visits.ts';
import { groupBy, keysOf, recordOf } from '@directory/domain/shared/collections';
import { daysOf, periodBefore, type Period } from './calendar-days.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import type { VisitsById } from './listing-queries.ts';
import { reviewStatus, toStatsResponse } from './present-business.ts';

type Shown = Omit<VisitsResponse, 'timeZone' | 'today'>;
type PeriodVisits = Omit<Shown, 'weekdays' | 'countedFrom' | 'previous'>;

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** The visits of a period and of the one before. `visits` may hold other days, and several entries of a date. */
export function ownerVisits(
  visits: readonly DailyVisits[],
  period: Period,
  countedFrom: string | null,
): Shown {
  return {
    ...visitsOf(visits, period),
    weekdays: weekdays.map((weekday) => ({
      weekday,
      hours: viewsByHour(within(visits, period).filter(({ date }) => weekdayOf(date) === weekday)),
    })),
    countedFrom,
    previous: comparable(visitsOf(visits, periodBefore(period)), countedFrom),
  };
}

/** Null if counting began later or there were no visits: any later figure would look like growth. */
function comparable(before: PeriodVisits, countedFrom: string | null): PeriodVisits | null {
  if (countedFrom === null || before.from < countedFrom) return null;
  return before.totals.views + before.totals.actions > 0 ? before : null;
}

function visitsOf(visits: readonly DailyVisits[], period: Period): PeriodVisits {
  const counted = within(visits, period);
  const byDate = groupBy(counted, ({ date }) => date);
  const { counts, channels } = addUp(counted);
  return {
    ...period,
    totals: { ...counts, channels },
    days: daysOf(period).map((date) => ({ date, ...addUp(byDate.get(date) ?? []).counts })),
  };
}

function within(visits: readonly DailyVisits[], { from, to }: Period): readonly DailyVisits[] {
  return visits.filter(({ date }) => date >= from && date <= to);
}

function addUp(all: readonly VisitCounts[]) {
  const sum = (count: (counts: VisitCounts) => number) =>
    all.reduce((total, counts) => total + count(counts), 0);
  const channels = recordOf(linkChannels, (channel) => sum(({ clicks }) => clicks[channel] ?? 0));
  const actions = Object.values(channels).reduce((total, clicks) => total + clicks, 0);
  const counts = { views: sum(({ views }) => views), visitors: sum(({ visitors }) => visitors) };
  return { counts: { ...counts, actions }, channels };
}

export function analytics(listings: readonly Listing[], visits: VisitsById): AnalyticsResponse {
  const counted = listings.map(({ id }) => visits.get(id)).filter((each) => each !== undefined);
  return {
    analytics: listings.map((listing) => {
      const { id, businessName, businessInfo, imagePath } = listing;
      const shown = { id, businessName, businessInfo, imagePath, status: reviewStatus(listing) };
      const own = visits.get(id);
      return { ...shown, visitors: own?.visitors ?? 0, ...toStatsResponse(own) };
    }),
    hourlyViews: viewsByHour(counted).map((views, hour) => ({ hour, views })),
  };
}

const hoursOfADay = Array.from({ length: 24 }, (_, hour) => hour);

/** The views of each of the 24 hours, also of those without a visit. */
function viewsByHour(all: readonly VisitCounts[]): number[] {
  return hoursOfADay.map((hour) => all.reduce((sum, { hours }) => sum + (hours[hour] ?? 0), 0));
}

type Named = { readonly id: string; readonly businessName: string };
export type VisitsOfBusiness = Named & { readonly days: readonly DailyVisits[] };

/** RFC 4180: a line for each business and day, also those without a visit. Yields the text of a day. */
export function* visitsCsv(businesses: readonly VisitsOfBusiness[], period: Period) {
  const columns = ['Date', 'Business', 'Views', 'Visitors', 'Actions'];
  yield byteOrderMark + csvLine([...columns, ...Object.values(channelNames)]);
  const known = businesses.map(({ businessName, days }) => ({
    businessName,
    byDate: new Map(days.map((day) => [day.date, day])),
  }));
  for (const date of daysOf(period))
    yield known
      .map(({ businessName, byDate }) =>
        csvLine([date, businessName, ...figures(byDate.get(date))]),
      )
      .join('');
}

function figures(day: DailyVisits | undefined): readonly number[] {
  const { counts, channels } = addUp(day ? [day] : []);
  const { views, visitors, actions } = counts;
  return [views, visitors, actions, ...keysOf(channelNames).map((channel) => channels[channel])];
}
