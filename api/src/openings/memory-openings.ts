import type { Clock } from '../clock.ts';
import { expiringCache } from '../expiring-cache.ts';
import type { Opening, Openings } from './openings.ts';

const rememberedMs = 10 * 60_000;

/** More than admins open in that time, and little enough for any memory. */
const mostListings = 2_000;

/** In the memory of this process: replicas do not tell each other, and their admins are told by the revision check alone. */
export function memoryOpenings(now: Clock): Openings {
  const recent = expiringCache<readonly Opening[]>(mostListings, rememberedMs, now);
  return {
    async note(businessId, admin) {
      const openedAt = now();
      const others = (recent.get(businessId) ?? []).filter(
        (opening) =>
          opening.id !== admin.id && openedAt.getTime() - opening.openedAt.getTime() < rememberedMs,
      );
      recent.set(businessId, [{ ...admin, openedAt }, ...others]);
      return others;
    },
  };
}
