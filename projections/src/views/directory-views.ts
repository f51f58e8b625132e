import { approvedList } from './approved-list.ts';
import { audit } from './audit.ts';
import { hourlyViewsIn } from './hourly-views.ts';
import { listings } from './listings.ts';
import { ownerSummary } from './owner-summary.ts';
import { reviews } from './reviews.ts';

export type DirectoryViews = ReturnType<typeof directoryViews>;

/** Every view of the directory. `timeZone` is the site's, as an IANA name. */
export function directoryViews(timeZone: string) {
  return {
    listings,
    approvedList,
    ownerSummary,
    hourlyViews: hourlyViewsIn(timeZone),
    reviews,
    audit,
  };
}
