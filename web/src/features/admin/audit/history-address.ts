import type { HistoryQuery } from '../../../shared/listing/use-history.ts';

/** What the address of a history page says: which page of the events, which version and which comparison. */
type Chosen = Readonly<Partial<Record<'at' | 'before' | 'after' | 'compare', string | null>>>;

/** The query of the same page with other choices; null removes one. */
export function searchWith(query: URLSearchParams, chosen: Chosen): string {
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(chosen)) {
    if (value === null) search.delete(name);
    else search.set(name, value);
  }
  return search.toString();
}

/** The page of the events that the address names. */
export function pageQuery(query: URLSearchParams): HistoryQuery {
  const before = query.get('before');
  const after = query.get('after');
  return { ...(before !== null && { before }), ...(after !== null && { after }) };
}

/** Two revisions, the older first. */
export type Compared = readonly [from: number, to: number];

/** The versions that the address compares, as `3..7`; null for none. */
export function comparedRevisions(query: URLSearchParams): Compared | null {
  const [, first, second] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(query.get('compare') ?? '') ?? [];
  if (first === undefined || second === undefined) return null;
  const [a, b] = [Number(first), Number(second)];
  return [Math.min(a, b), Math.max(a, b)];
}
