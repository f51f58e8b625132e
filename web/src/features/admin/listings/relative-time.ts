const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

const words = new Intl.RelativeTimeFormat('en-GB');
const justNow = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' }).format(0, 'second');

/** "3 days ago": `time` as ISO 8601, `now` in milliseconds. A clock that is behind makes nothing lie in the future. */
export function relativeTime(time: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(time));
  const found = units.find(([, length]) => passed >= length);
  if (!found) return justNow;
  const [unit, length] = found;
  return words.format(-Math.floor(passed / length), unit);
}
