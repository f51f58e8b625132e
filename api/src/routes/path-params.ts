import { isBusinessId, type BusinessId } from '@directory/domain';
import { notFound } from '../errors.ts';
import type { ApiContext } from '../http.ts';
import { canSeeOwner } from '../permissions/listings.ts';
import { notAllowed } from '../permissions/not-allowed.ts';

/** What cannot be an id belongs to no business. */
export function businessIdOf({ params }: { readonly params: Record<string, string> }): BusinessId {
  const { id = '' } = params;
  if (!isBusinessId(id)) throw notFound('There is no such business.');
  return id;
}

/** For the owner whom the path names, and for admins. */
export function ownerIdOf(ctx: ApiContext): string {
  const { userId = '' } = ctx.params;
  const { viewer } = ctx.state;
  if (!canSeeOwner(viewer, userId)) throw notAllowed(viewer);
  return userId;
}
