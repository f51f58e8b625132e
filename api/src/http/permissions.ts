import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../network-address.ts';
import {
  forbidden,
  passwordChangeRequired,
  secondFactorSetupRequired,
  unauthorized,
} from './errors.ts';
import { visitor, type ApiContext, type SignedIn, type Viewer } from './middleware/session.ts';

/** The role that a route requires. Handlers check what depends on a listing, with `requirePermission`. */
export type Access = keyof typeof accessRules;

/** What can be called without a token. */
type OpenAccess = 'public' | 'machine';

/** Who can be the viewer of a route. */
export type ViewerOf<A extends Access> = A extends OpenAccess ? Viewer : SignedIn;

type AccessRule = {
  /** The description in the OpenAPI document. */
  readonly description: string;
  readonly isAllowed: (viewer: Viewer, ctx: Pick<ApiContext, 'params' | 'req'>) => boolean;
};

export const accessRules = {
  public: {
    description: 'For everybody; an invalid or expired token is still refused.',
    isAllowed: () => true,
  },
  owner: { description: 'For owners.', isAllowed: canSubmitListings },
  admin: { description: 'For admins.', isAllowed: isAdmin },
  'signed-in': {
    description: 'For owners, who see and change what is theirs, and for admins.',
    isAllowed: isSignedIn,
  },
  account: {
    description: 'For owners and admins, about their own account.',
    isAllowed: isSignedIn,
  },
  'admin-account': { description: 'For admins, about their own account.', isAllowed: isAdmin },
  'named-owner': {
    description: 'For the owner in the path, and for admins.',
    isAllowed: (viewer, { params }) => isOwnerOrAdmin(viewer, { ownerId: params.userId ?? '' }),
  },
  machine: {
    description: 'For the machine that the site runs on, without a token, and for admins.',
    isAllowed: (viewer, { req }) => isAdmin(viewer) || isFromThisMachine(req),
  },
} satisfies Record<string, AccessRule>;

export function isOpen(access: Access): access is OpenAccess {
  return access === 'public' || access === 'machine';
}

/**
 * Somebody who first has to change the password or set up a second factor is a visitor until then, except for their own account.
 * @throws RequestProblem 403 where visitors are not allowed
 */
export function viewerFor(access: Access, viewer: Viewer): Viewer {
  if (viewer.role === 'visitor' || access === 'account' || access === 'admin-account')
    return viewer;
  const { mustChangePassword, mustSetUpSecondFactor } = viewer;
  if (!mustChangePassword && !mustSetUpSecondFactor) return viewer;
  if (isOpen(access)) return visitor;
  throw mustChangePassword ? passwordChangeRequired() : secondFactorSetupRequired();
}

/** @throws RequestProblem 401 for visitors, 403 for everybody else */
export function requirePermission(isAllowed: boolean, viewer: Viewer): void {
  if (!isAllowed) throw viewer.role === 'visitor' ? unauthorized() : forbidden();
}

export type Owned = { readonly ownerId: string | null };
type WithStatus = Owned & { readonly status: string };

/** Admins review listings and have none of their own. */
export function canSubmitListings(viewer: Viewer): boolean {
  return viewer.role === 'user';
}

/** Whether the viewer sees all of a listing, whatever its status. Deleted listings are hidden from everybody. */
export function canSeeWholeListing(viewer: Viewer, listing: WithStatus): boolean {
  return listing.status !== 'deleted' && isOwnerOrAdmin(viewer, listing);
}

/** Owners edit their listings: admins decide on what owners write, and correct only open data without an owner. */
export function canEditListing(viewer: Viewer, listing: Owned): boolean {
  return isOwner(viewer, listing) || (isAdmin(viewer) && listing.ownerId === null);
}

/** The history of a deleted listing is for admins only. */
export function canSeeHistory(viewer: Viewer, listing: WithStatus): boolean {
  return isAdmin(viewer) || canSeeWholeListing(viewer, listing);
}

/** Names of reviewers and the check of the hash chain are for admins only. */
export function canSeeReviewers(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Owners' visits to their own listings and admins' visits are not counted. */
export function countsAsVisit(viewer: Viewer, listing: Owned): boolean {
  return !isAdmin(viewer) && !isOwner(viewer, listing);
}

/** Who sees the listings of an owner, their analytics and versions. Admins restore versions, too, as they write nothing themselves then. */
export function isOwnerOrAdmin(viewer: Viewer, listing: Owned): boolean {
  return isAdmin(viewer) || isOwner(viewer, listing);
}

function isAdmin(viewer: Viewer): boolean {
  return viewer.role === 'admin';
}

function isSignedIn(viewer: Viewer): boolean {
  return viewer.role !== 'visitor';
}

function isOwner(viewer: Viewer, { ownerId }: Owned): boolean {
  return viewer.role === 'user' && viewer.id === ownerId;
}

const proxyHeader = /^(forwarded|x-forwarded-(for|host|proto)|x-real-ip|via)$/;

/**
 * The address of a proxy does not tell where its client is. A proxy passes on headers that name its client, or the host that the client
 * addressed, as does a page that rebinds its host name. An nginx configured for neither sends HTTP/1.0, which no other client speaks.
 */
function isFromThisMachine({ headers, httpVersion, socket }: IncomingMessage): boolean {
  const isNamed = /^(localhost|127[\d.]+|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
  const isForwarded =
    !isNamed ||
    httpVersion === '1.0' ||
    Object.keys(headers).some((name) => proxyHeader.test(name));
  return isLoopback(socket.remoteAddress ?? '') && !isForwarded;
}
