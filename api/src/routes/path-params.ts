import { isBusinessId, type BusinessId } from '@directory/domain';
import { notFound } from '../errors.ts';

/** What cannot be an id belongs to no business. */
export function businessIdOf({ params }: { readonly params: Record<string, string> }): BusinessId {
  const { id = '' } = params;
  if (!isBusinessId(id)) throw notFound('There is no such business.');
  return id;
}
