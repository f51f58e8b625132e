/** What the address of the page asks for; empty texts are no filter. */
export type AsOfChoice = {
  /** As `2026-03-01`. */
  readonly date: string;
  readonly status: string;
  readonly category: string;
  readonly page: number;
};

/** `today` is the default; empty while the site's time zone is unknown. */
export function readChoice(query: URLSearchParams, today: string): AsOfChoice {
  const page = Number(query.get('page'));
  return {
    date: query.get('date') || today,
    status: query.get('status') ?? '',
    category: query.get('category') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** As both the page and the API read it. */
export function searchOf({ date, status, category, page }: AsOfChoice): string {
  const query = new URLSearchParams({ date });
  if (status !== '') query.set('status', status);
  if (category !== '') query.set('category', category);
  if (page > 1) query.set('page', String(page));
  return query.toString();
}
