export type Page<Item> = {
  readonly items: readonly Item[];
  /** The page that is shown: never beyond the last. */
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
};

export function pageOf<Item>(items: readonly Item[], wanted: number, size: number): Page<Item> {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(wanted, pages);
  return { items: items.slice((page - 1) * size, page * size), page, pages };
}
