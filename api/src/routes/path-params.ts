import { isBusinessId, type BusinessId } from '@directory/domain';
import { notFound } from '../http/errors.ts';
import type { ApiContext } from '../http/request-state.ts';
import { canSeeOwner } from '../http/permissions/listings.ts';
import { notPermitted } from '../http/permissions/require-permission.ts';

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
  if (!canSeeOwner(viewer, userId)) throw notPermitted(viewer);
  return userId;
}
