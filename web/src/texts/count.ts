export const number = {
  /** Whole numbers without `Intl`, whose first use takes a browser as long as the rest of the first page. */
  format: (amount: number): string =>
    Number.isInteger(amount)
      ? String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
      : amount.toLocaleString('en'),
};

/** A number with its noun. */
export function count(amount: number, one: string, many: string): string {
  return `${number.format(amount)} ${amount === 1 ? one : many}`;
}

export function businesses(amount: number): string {
  return count(amount, 'business', 'businesses');
}
