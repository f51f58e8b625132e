import type { Clock } from '../clock.ts';
import { expiringCache } from '../expiring-cache.ts';
import type { PresentAdmin, Presence } from './presence.ts';

const rememberedMs = 10 * 60_000;

/** More than admins open in that time, and little enough for any memory. */
const maxListings = 2_000;

/** In the memory of this process: replicas do not tell each other, and their admins are told by the revision check alone. */
export function memoryPresence(now: Clock): Presence {
  const recent = expiringCache<readonly PresentAdmin[]>(maxListings, rememberedMs, now);
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
