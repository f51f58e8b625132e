import { partsOfDay, spanOf, type OperatingHours } from '@directory/domain/catalogue';

const hour = 60;
const day = 24 * hour;

/** When each part of the day begins and ends, in minutes after midnight; the night lasts until six. */
const partTimes = {
  Pagi: [6 * hour, 12 * hour],
  Tengahhari: [12 * hour, 14 * hour],
  Petang: [14 * hour, 19 * hour],
  Malam: [19 * hour, 30 * hour],
} as const;

const dayName =
  '(?:mon?|tu(?:es?)?|wed?|th(?:u(?:rs?)?)?|fri?|sat?|sun?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|ph|public holidays?)';
const days = `${dayName}(?:\\s*(?:-|–|&|,|and|to)\\s*${dayName})*`;
const leadingDays = new RegExp(`^${days}\\b[\\s:,-]*`, 'i');
/** Such as a weekly market: its hours are not daily. */
const singleDay = new RegExp(`^${dayName}\\b(?!\\s*(?:-|–|&|,|and|to)\\s*${dayName})`, 'i');
const closure = new RegExp(`^${days}\\b[\\s:,-]*(?:closed|off)\\.?$`, 'i');
const roundTheClock = /^(?:24\/7|24 ?hours?|0?0:00-24:00)$/i;
const time = '(\\d{1,2})(?:[:.](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?';
const timeRange = new RegExp(`^${time}\\s*(?:-|–|to)\\s*${time}$`, 'i');

/**
 * The span that a text of opening hours means, or null unless it is certain: the text must give one range of times, the same
 * for all the days it names (closed days may follow). A part of the day belongs to the span when the place is open for at least
 * an hour of it.
 */
export function openingSpan(text: string | null): OperatingHours | null {
  if (text === null || text.length > 100) return null;
  const clauses = text
    .split(';')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && !closure.test(clause));
  const [only] = clauses;
  if (only === undefined || clauses.length > 1 || singleDay.test(only)) return null;
  const hours = withoutDays(only);
  if (roundTheClock.test(hours)) return '24jam';
  const range = parseRange(hours);
  return range ? spanOfRange(range) : null;
}

type Range = { readonly opens: number; readonly closes: number };

function withoutDays(clause: string): string {
  return clause
    .replace(leadingDays, '')
    .replace(/^open\s+/i, '')
    .replace(/\s+daily$/i, '')
    .replace(/^\((.*)\)$/, '$1')
    .trim();
}

/** Closing after midnight counts on past 24 hours. Null for what could be read in two ways. */
function parseRange(text: string): Range | null {
  const match = timeRange.exec(text);
  if (!match) return null;
  const [, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = match;
  if ((fromHalf === undefined) !== (toHalf === undefined)) return null;
  const opens = minutesOf(fromHour, fromMinute, fromHalf);
  const closes = minutesOf(toHour, toMinute, toHalf);
  if (opens === null || closes === null) return null;
  return closes > opens ? { opens, closes } : overnight(opens, closes, fromHalf !== undefined);
}

function overnight(opens: number, closes: number, hasHalfOfDay: boolean): Range | null {
  // Without am and pm, "9:00-5:00" may well mean the afternoon.
  if (!hasHalfOfDay && opens < 12 * hour && closes !== 0) return null;
  const endsInTheNight = closes < opens && closes <= 6 * hour;
  return endsInTheNight ? { opens, closes: closes + day } : null;
}

function minutesOf(
  hours: string | undefined,
  minutes: string | undefined,
  half: string | undefined,
): number | null {
  const h = Number(hours);
  const m = Number(minutes ?? 0);
  if (m >= 60) return null;
  if (half === undefined) return minutes !== undefined && h * hour + m <= day ? h * hour + m : null;
  if (h < 1 || h > 12) return null;
  return (h % 12) * hour + m + (half.toLowerCase().startsWith('p') ? 12 * hour : 0);
}

/** A single part of the day is none of our spans, which all reach over two or more. */
function spanOfRange({ opens, closes }: Range): OperatingHours | null {
  const open = partsOfDay.filter((part) => {
    const [begins, ends] = partTimes[part];
    return Math.min(closes, ends) - Math.max(opens, begins) >= hour;
  });
  const first = open[0];
  const last = open.at(-1);
  return first && last ? (spanOf(first, last) ?? null) : null;
}
