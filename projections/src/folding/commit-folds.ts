import type { GenerationFold } from './generation-fold.ts';
import type { QuarantinedKey, ViewStore } from '../view-store/view-store.ts';

/** Somebody else wrote first, or another generation took over: what is in memory is out of date and is to be read anew. */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict';
}

/** So many changed documents are kept in memory at most before they are stored. */
export const maxPendingDocuments = 2_000;

export function pendingDocuments(folds: readonly GenerationFold[]): number {
  return folds.reduce((sum, { changedCount }) => sum + changedCount, 0);
}

export type QuarantinedKeyOfView = QuarantinedKey & { readonly view: string };

/**
 * Stores what was folded since the last time and gives back the keys that had to be set aside.
 *
 * @throws ConcurrencyConflict, and ViewStoreUnavailable as the store does.
 */
export async function commitFolds(
  store: ViewStore,
  folds: readonly GenerationFold[],
): Promise<readonly QuarantinedKeyOfView[]> {
  const batch = folds.flatMap((fold) => fold.changes() ?? []);
  if (batch.length === 0) return [];
  const { lost, refused } = await store.commit(batch);
  if (lost.length > 0 || refused.length > 0)
    throw new ConcurrencyConflict(
      `${lost.length} documents lost, ${refused.length} generations refused`,
    );
  return folds.flatMap((fold) => fold.settle().map((key) => ({ ...key, view: fold.view.name })));
}
