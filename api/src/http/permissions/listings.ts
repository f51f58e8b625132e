import type { SignedIn, Viewer } from '../request-state.ts';

type Owned = { readonly ownerId: string | null };
type Standing = Owned & { readonly status: string };

/** Admins judge listings and have none of their own. */
export function canSubmitListings(viewer: Viewer): viewer is SignedIn {
  return viewer.role === 'user';
}

/** In full and whatever its status; deleted ones are gone for everybody. */
export function canSeeWholeListing(viewer: Viewer, listing: Standing): boolean {
  return listing.status !== 'deleted' && (isAdmin(viewer) || isOwner(viewer, listing));
}

/** Owners only: admins decide on what owners say, they do not say it for them. */
export function canEditListing(viewer: Viewer, listing: Owned): boolean {
  return isOwner(viewer, listing);
}

export function canSeeAllListings(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Approve, reject, take a decision back, delete and restore. */
export function canDecideListings(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Of a deleted listing only admins keep the history. */
export function canSeeHistory(viewer: Viewer, listing: Standing): boolean {
  return isAdmin(viewer) || canSeeWholeListing(viewer, listing);
}

/** Who reviewed a listing is no business of its owner's, and whether the log is whole is the operator's. */
export function canSeeReviewers(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Own visits are not counted, and admins look at listings because it is their work. */
export function countsAsVisit(viewer: Viewer, listing: Owned): boolean {
  return !isAdmin(viewer) && !isOwner(viewer, listing);
}

/** What concerns one owner: the summary, the list and the analytics. */
export function canSeeOwner(viewer: Viewer, ownerId: string): boolean {
  return isAdmin(viewer) || isOwner(viewer, { ownerId });
}

function isAdmin(viewer: Viewer): boolean {
  return viewer.role === 'admin';
}

function isOwner(viewer: Viewer, { ownerId }: Owned): boolean {
  return viewer.role === 'user' && viewer.id === ownerId;
}
