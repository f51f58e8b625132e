import { groupBy } from '../shared/collections.ts';
import { isObject } from '../shared/unknown.ts';
import { partsOfDay, spanOf, type OperatingHours } from './hours.ts';
import {
  dayLength,
  hour,
  minutesOf,
  nightEnds,
  type OpeningRange,
  type OpeningTimes,
  periodsOf,
  rangeLength,
  type TimeRange,
  type Weekday,
  weekdayOf,
  weekdays,
  weekLength,
  weekTable,
} from './opening-times.ts';

/** Whether a value of the history, which may be of any field, is opening times. */
export function isOpeningTimes(value: unknown): value is OpeningTimes {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((each) => isObject(each) && 'days' in each && 'from' in each);
}

/** One range for all days with the same times, in the order of the week. */
export function normalizeOpeningTimes(times: OpeningTimes): OpeningTimes {
  return [...groupBy(times, ({ from, to }) => `${from} ${to}`)]
    .map(([key, alike]) => ({
      days: weekdays.filter((day) => alike.some(({ days }) => days.includes(day))),
      from: key.slice(0, 5),
      to: key.slice(6),
    }))
    .filter(({ days }) => days.length > 0)
    .toSorted(
      (one, other) => startOf(one) - startOf(other) || rangeLength(one) - rangeLength(other),
    );
}

/** The first day on which a range begins before the one before it ended; null when there is none. */
export function overlappingDay(times: OpeningTimes): Weekday | null {
  const periods = periodsOf(times);
  const before = [periods.at(-1), ...periods.slice(0, -1)];
  const overlapping = periods.find(({ start }, index) => {
    const ended = (before[index]?.end ?? 0) - (index === 0 ? weekLength : 0);
    return start < ended;
  });
  return overlapping ? weekdayOf(overlapping.start) : null;
}

/** The span of most open days, or null when that is none of the seven. */
export function usualSpan(times: OpeningTimes): OperatingHours | null {
  const spans = weekTable(times)
    .filter(({ ranges }) => ranges.length > 0)
    .map(({ ranges }) => spanOfDay(ranges));
  const daysWith = (span: OperatingHours | null) => spans.filter((each) => each === span).length;
  return spans.toSorted((one, other) => daysWith(other) - daysWith(one))[0] ?? null;
}

/** When each part of the day begins and ends, in minutes after midnight; the night lasts until six. */
const partTimes = {
  Pagi: [6 * hour, 12 * hour],
  Tengahhari: [12 * hour, 14 * hour],
  Petang: [14 * hour, 19 * hour],
  Malam: [19 * hour, dayLength + nightEnds],
} as const;

/** A part of the day belongs to the span when the place is open for at least an hour of it. */
function spanOfDay(ranges: readonly TimeRange[]): OperatingHours | null {
  const open = ranges.map((range) => ({
    opens: minutesOf(range.from),
    closes: minutesOf(range.from) + rangeLength(range),
  }));
  if (open.some(({ opens, closes }) => closes - opens === dayLength)) return '24jam';
  const parts = partsOfDay.filter((part) => {
    const [begins, ends] = partTimes[part];
    return open.some(
      ({ opens, closes }) => Math.min(closes, ends) - Math.max(opens, begins) >= hour,
    );
  });
  const [first, last] = [parts[0], parts.at(-1)];
  return first && last ? (spanOf(first, last) ?? null) : null;
}

function startOf({ days, from }: OpeningRange): number {
  return weekdays.findIndex((day) => days.includes(day)) * dayLength + minutesOf(from);
}
