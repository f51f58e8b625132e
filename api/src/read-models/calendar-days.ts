/** Days as `2026-11-21`, both included. They have no time zone: whoever names one knows whose it is. */
export type Period = { readonly from: string; readonly to: string };

const dayMs = 86_400_000;

/** Up to `to` and including it. */
export function lastDays(days: number, to: string): Period {
  return { from: addDays(to, 1 - days), to };
}

/** As many days, right before. */
export function periodBefore({ from, to }: Period): Period {
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return lastDays(length, addDays(from, -1));
}

export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** As `2026-11`. */
export function monthsOf(period: Period): string[] {
  return [...new Set(daysOf(period).map((day) => day.slice(0, 7)))];
}

/** From 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay() || 7;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
