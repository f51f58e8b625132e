import { auditKinds, type AuditKind } from '@directory/api/contracts';

/** What the page shows, kept in the address; empty for everything. */
export type AuditFilter = {
  readonly kind: AuditKind | '';
  /** The id of an account, or `system`. */
  readonly person: string;
  /** An id. */
  readonly business: string;
  /** Days as `2026-11-22`. */
  readonly from: string;
  readonly to: string;
};

export const noFilter: AuditFilter = { kind: '', person: '', business: '', from: '', to: '' };

export function parseFilter(search: URLSearchParams): AuditFilter {
  const text = (name: string) => search.get(name) ?? '';
  return {
    kind: auditKinds.find((kind) => kind === search.get('kind')) ?? '',
    person: text('person'),
    business: text('business'),
    from: text('from'),
    to: text('to'),
  };
}

/** The query string with its question mark; empty for everything. `before` is where a later page begins. */
export function searchOf(filter: AuditFilter, before: string | null = null): string {
  const given = Object.entries({ ...filter, before: before ?? '' }).filter(([, value]) => value);
  const query = new URLSearchParams(given).toString();
  return query && `?${query}`;
}
