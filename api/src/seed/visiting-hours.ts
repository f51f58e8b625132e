import { seededRandom } from './seeded-random.ts';

export type VisitingHour = {
  /** When the hour begins, in milliseconds since 1970. */
  readonly start: number;
  /** How much is going on in it, in proportion to the others. */
  readonly weight: number;
};

const hourMs = 3_600_000;
const daysShown = 30;

/** From midnight to 23:00: the morning's errands, a peak at lunch and a higher one after work. */
const workingDay = [1, 1, 0, 0, 0, 1, 3, 5, 7, 8, 9, 12, 20, 16, 9, 7, 7, 10, 14, 19, 22, 15, 8, 3];
/** Later up, out all afternoon, longer awake. */
const weekend = [
  3, 2, 1, 0, 0, 0, 1, 3, 6, 11, 15, 19, 24, 21, 16, 15, 15, 16, 19, 25, 27, 21, 13, 7,
];

/** The hours of the thirty days that ended with yesterday in a time zone, and how busy each was; no two days are quite alike. */
export function visitingHours(now: Date, timeZone: string): readonly VisitingHour[] {
  const local = localClock(timeZone);
  const today = local(now.getTime()).date;
  const dates = new Set<string>();
  const hours: VisitingHour[] = [];
  for (let start = now.getTime() - (now.getTime() % hourMs); ; start -= hourMs) {
    const { date, hour, isWeekend } = local(start);
    if (date === today) continue;
    dates.add(date);
    if (dates.size > daysShown) return hours;
    const usual = (isWeekend ? weekend : workingDay)[hour] ?? 0;
    hours.push({ start, weight: usual * (0.75 + seededRandom(date)() / 2) });
  }
}

function localClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  return (instant: number) => {
    const parts = format.formatToParts(instant);
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      parts.find((each) => each.type === type)?.value ?? '';
    return {
      date: `${part('year')}-${part('month')}-${part('day')}`,
      hour: Number(part('hour')),
      isWeekend: ['Sat', 'Sun'].includes(part('weekday')),
    };
  };
}
