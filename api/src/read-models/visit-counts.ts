import { socialChannels } from '@directory/domain';
import type { VisitCounts } from '@directory/projections';

/** Visits as the wire names them. */
export type WireCounts = {
  readonly views: number;
  readonly websiteClicks: number;
  readonly socialMediaClicks: number;
};

export function toStatsResponse(counts: VisitCounts | null | undefined): WireCounts {
  if (!counts) return { views: 0, websiteClicks: 0, socialMediaClicks: 0 };
  const { views, clicks } = counts;
  const social = socialChannels.map((channel) => clicks[channel] ?? 0);
  return {
    views,
    websiteClicks: clicks.website ?? 0,
    socialMediaClicks: social.reduce((sum, each) => sum + each, 0),
  };
}

const hoursOfADay = Array.from({ length: 24 }, (_, hour) => hour);

/** 24 sums, also for the hours without a visit. */
export function viewsByHour(all: readonly VisitCounts[]): number[] {
  return hoursOfADay.map((hour) => all.reduce((sum, { hours }) => sum + (hours[hour] ?? 0), 0));
}
