import type { BusinessId } from '@directory/domain';
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

type Admin = { readonly id: string; readonly name: string };

type PresentAdmin = Admin & { readonly openedAt: Date };

/** Notes that an admin opened a listing for review. Returns the other admins who did, the latest first. */
export type Presence = (businessId: BusinessId, admin: Admin) => readonly PresentAdmin[];

const ttlMs = 10 * 60_000;

/** More than admins open in ten minutes, and little memory. */
const maxListings = 2_000;

/**
 * Who has a listing open for review: a courtesy between admins, in the memory of this process, for ten minutes. Replicas do
 * not share it; the revision check protects their admins all the same.
 */
export function createPresence(now: Clock): Presence {
  const recent = new LRUCache<BusinessId, readonly PresentAdmin[]>({ max: maxListings });
  return (businessId, admin) => {
    const openedAt = now();
    const others = (recent.get(businessId) ?? []).filter(
      (other) => other.id !== admin.id && openedAt.getTime() - other.openedAt.getTime() < ttlMs,
    );
    recent.set(businessId, [{ ...admin, openedAt }, ...others]);
    return others;
  };
}
