import type { BusinessId, LinkChannel } from '@directory/domain';

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
