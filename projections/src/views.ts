import { approvedList } from './approved-list/view.ts';
import { hourlyViewsIn } from './hourly-views/view.ts';
import { listings } from './listings/view.ts';
import { ownerSummary } from './owner-summary/view.ts';
import { reviews } from './reviews/view.ts';

export type DirectoryViews = ReturnType<typeof directoryViews>;

/** Every view of the directory. `timeZone` is the site's, as an IANA name. */
export function directoryViews(timeZone: string) {
  return { listings, approvedList, ownerSummary, hourlyViews: hourlyViewsIn(timeZone), reviews };
}
