/** A ULID: 26 characters of Crockford's base 32. */
export type BusinessId = string & { readonly brand: 'BusinessId' };

/** Whether a text from outside can be the id of a business at all; not whether the business exists. */
export function isBusinessId(text: string): text is BusinessId {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}

export function parseBusinessId(text: string): BusinessId {
  if (!isBusinessId(text)) throw new RangeError(`not the id of a business: ${text}`);
  return text;
}

/** A category (what stands before the first dash) has no dash itself: EventStoreDB splits there. */
export const businessStream = (id: BusinessId): string => `business-${id}`;
export const visitsStream = (id: BusinessId): string => `visits-${id}`;
