/** What a visitor may find at a place besides its business. */
export const facilities = ['Tandas', 'Tandas OKU', 'Surau'] as const;

export type Facility = (typeof facilities)[number];
