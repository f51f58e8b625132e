import { useSite } from '../site/use-site.ts';

/** Of the site's time zone; of this device until that is known, and the server has the last word. */
export function useCurrentYear(): number {
  return useSite()?.currentYear ?? new Date().getFullYear();
}
