import type { OwnBusinessResponse } from '@directory/api/contracts';

/** The columns by which the list can be ordered, as the table names them. */
export const sortNames = [
  'businessName',
  'phone',
  'operatingHours',
  'yearStarted',
  'email',
  'website',
  'onlineOrder',
  'address',
  'synopsis',
  'businessInfo',
  'subCategory',
  'kampong',
  'facilities',
  'status',
] as const;
export type SortName = (typeof sortNames)[number];

export type Sort = { readonly name: SortName; readonly isDescending: boolean };

/** As the address says it: `kampong`, or `-kampong` for the other way round. Null is the order in which they came. */
export function parseSort(text: string | null): Sort | null {
  const isDescending = text?.startsWith('-') ?? false;
  const name = sortNames.find((known) => known === text?.slice(isDescending ? 1 : 0));
  return name ? { name, isDescending } : null;
}

export function sortText({ name, isDescending }: Sort): string {
  return isDescending ? `-${name}` : name;
}

/** Upwards, then downwards, then as they came. */
export function nextSort(sort: Sort | null, name: SortName): Sort | null {
  if (sort?.name !== name) return { name, isDescending: false };
  return sort.isDescending ? null : { name, isDescending: true };
}

/** What is empty comes last in both directions; what is equal stays as it came. */
export function sortListings<Listing extends Pick<OwnBusinessResponse, SortName>>(
  listings: readonly Listing[],
  sort: Sort | null,
): readonly Listing[] {
  if (sort === null) return listings;
  const keyed = listings.map((listing) => ({ listing, key: keyOf(listing[sort.name]) }));
  const direction = sort.isDescending ? -1 : 1;
  keyed.sort(
    (a, b) =>
      Number(a.key === '') - Number(b.key === '') || direction * order.compare(a.key, b.key),
  );
  return keyed.map(({ listing }) => listing);
}

const order = new Intl.Collator('ms', { numeric: true, sensitivity: 'base' });

function keyOf(value: OwnBusinessResponse[SortName]): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === null ? '' : String(value).trim();
}
