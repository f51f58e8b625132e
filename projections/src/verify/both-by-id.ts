import type { StoredDocument, ViewStore } from '../view-store/view-store.ts';

/** What two stores hold under one id; at least one of them does. */
export type Pair = {
  readonly id: string;
  readonly kept: StoredDocument | null;
  readonly fresh: StoredDocument | null;
};

export type Documents = { readonly store: ViewStore; readonly generation: string };
type Found = StoredDocument & { readonly id: string };

/** Walks two generations side by side in the order of their ids, with one page of each in memory. */
export async function* mergeJoinById(
  kept: Documents,
  fresh: Documents,
): AsyncGenerator<Pair, void> {
  const left = documentsOf(kept);
  const right = documentsOf(fresh);
  let a = await nextOf(left);
  let b = await nextOf(right);
  while (a ?? b) {
    const id = firstOf(a, b);
    const pair = { id, kept: a?.id === id ? a : null, fresh: b?.id === id ? b : null };
    yield pair;
    if (pair.kept) a = await nextOf(left);
    if (pair.fresh) b = await nextOf(right);
  }
}

const pageSize = 200;

async function* documentsOf({ store, generation }: Documents): AsyncGenerator<Found, void> {
  let after = '';
  for (;;) {
    const page = await store.scan(generation, { after, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function nextOf(documents: AsyncGenerator<Found, void>): Promise<Found | null> {
  const { done, value } = await documents.next();
  return done ? null : value;
}

function firstOf(a: Found | null, b: Found | null): string {
  if (a && b) return a.id < b.id ? a.id : b.id;
  return a?.id ?? b?.id ?? '';
}
