const pageSize = 12;

export type Page<Item> = {
  readonly items: readonly Item[];
  /** The page that is shown: never beyond the last. */
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
};

export function pageOf<Item>(items: readonly Item[], wanted: number): Page<Item> {
  const pages = Math.max(1, Math.ceil(items.length / pageSize));
  const page = Math.min(wanted, pages);
  return { items: items.slice((page - 1) * pageSize, page * pageSize), page, pages };
}

const most = 7;

/** The pages that the pager offers, null for a gap: all up to seven, else the ends and the neighbours of the current one. */
export function pagerItems(page: number, pages: number): readonly (number | null)[] {
  if (pages <= most) return range(1, pages);
  if (page <= 4) return [...range(1, 5), null, pages];
  if (page >= pages - 3) return [1, null, ...range(pages - 4, pages)];
  return [1, null, page - 1, page, page + 1, null, pages];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
