import type { ViewReader } from '@directory/projections';

/** More than this are read faster all at once. */
const maxIds = 5_000;

export type UseChanges = <Result>(
  use: (ids: ReadonlySet<string> | null) => Promise<Result>,
) => Promise<Result>;

/**
 * Passes on which documents of a view changed since the last call; null for any of them, as at the first. A call that failed passes on
 * all of them the next time. Calls must not overlap.
 */
export function changedDocuments(
  reader: Pick<ViewReader, 'watch'>,
  view: { readonly name: string },
): UseChanges {
  let changed: Set<string> | null = null;
  const look = reader.watch((change) => {
    if (change.view !== view.name) return;
    if (change.ids === null || (changed?.size ?? 0) > maxIds) changed = null;
    for (const id of change.ids ?? []) changed?.add(id);
  });
  return async (use) => {
    await look();
    const ids = changed;
    changed = new Set();
    try {
      return await use(ids);
    } catch (error) {
      changed = null;
      throw error;
    }
  };
}
