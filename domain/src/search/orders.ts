export const orders = ['rating-highest', 'rating-lowest', 'year-newest', 'year-oldest'] as const;
export type Order = (typeof orders)[number];
