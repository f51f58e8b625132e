/** Names with what is chosen for them; null and an empty text for nothing. */
type Chosen = Readonly<Record<string, string | number | null>>;

/**
 * The query of an address of a page or the API, with its question mark; empty if nothing is chosen, and without the number of the first
 * page. What `others` has under other names stays.
 */
export function queryOf(chosen: Chosen, others?: URLSearchParams): string {
  const query = new URLSearchParams(others);
  for (const [name, value] of Object.entries(chosen)) {
    const isUsual = name === 'page' && value === 1;
    if (value === null || value === '' || isUsual) query.delete(name);
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}
