export const number = new Intl.NumberFormat('en');

/** A number with its noun. */
export function count(amount: number, one: string, many: string): string {
  return `${number.format(amount)} ${amount === 1 ? one : many}`;
}

export function businesses(amount: number): string {
  return count(amount, 'business', 'businesses');
}
