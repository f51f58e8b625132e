import type { BusinessId } from '@directory/domain';

/**
 * The port to who has a listing open for review just now: a courtesy between admins, which decides nothing and is no event.
 * Whoever opened it more than ten minutes ago is forgotten.
 */
export interface Presence {
  /** Notes that an admin opened it. Resolves to the other admins who did, the latest first. */
  note(businessId: BusinessId, admin: Admin): Promise<readonly PresentAdmin[]>;
}

type Admin = { readonly id: string; readonly name: string };

export type PresentAdmin = Admin & { readonly openedAt: Date };
