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
