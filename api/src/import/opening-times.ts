import {
  clockTime,
  normalizeOpeningTimes,
  overlappingDay,
  rangeLength,
  usualSpan,
  weekdays,
  weekTable,
  type OpeningTimes,
  type OperatingHours,
  type TimeRange,
  type Weekday,
} from '@directory/domain/catalogue';

type Rule = {
  readonly days: readonly Weekday[];
  /** None when the place is closed. */
  readonly ranges: readonly TimeRange[];
  /** After a semicolon a rule replaces the times of days of an earlier one; after a comma it may add to them. */
  readonly isAfterSemicolon: boolean;
};

const hour = 60;
const day = 24 * hour;
const wholeDay: TimeRange = { from: '00:00', to: '00:00' };

/**
 * The exact times that a text means, or null unless it is certain. Texts are like those of OpenStreetMap's `opening_hours`
 * ("Mo-Fr 09:00-18:00; Su off") or of shops ("Monday - Friday: 9am - 6pm, Sunday & Public Holiday: Closed"): days that they do
 * not name are closed, without days the times are daily, and public holidays are passed over. A part that is not understood makes
 * the whole text uncertain.
 */
export function parseOpeningTimes(text: string | null): OpeningTimes | null {
  if (text === null || text.length > 300) return null;
  const tokens = tokensOf(text);
  const rules = tokens && parseRules(tokens);
  if (!rules) return null;
  const byDay = new Map<Weekday, Rule>();
  for (const rule of rules) {
    for (const day of rule.days) {
      const before = byDay.get(day);
      const isException = rule.isAfterSemicolon && rule.days.length < (before?.days.length ?? 0);
      if (before && !isException) return null;
      byDay.set(day, rule);
    }
  }
  const times = normalizeOpeningTimes(
    [...byDay].flatMap(([day, { ranges }]) => ranges.map((range) => ({ days: [day], ...range }))),
  );
  const isCertain = times.length > 0 && overlappingDay(times) === null && hasBelievableDays(times);
  return isCertain ? times : null;
}

/** The span of a place that is open at the same times on all its days; null unless they are certain, and for a weekly market. */
export function spanOfSameTimes(times: OpeningTimes | null): OperatingHours | null {
  const [only, ...others] = times ?? [];
  const isSame = only !== undefined && others.length === 0 && only.days.length > 1;
  return isSame ? usualSpan([only]) : null;
}

/** "9:30am - 10:30am" for a shop is a slip for the evening. */
function hasBelievableDays(times: OpeningTimes): boolean {
  return weekTable(times)
    .filter(({ ranges }) => ranges.length > 0)
    .every(({ ranges }) => ranges.reduce((sum, range) => sum + rangeLength(range), 0) >= 2 * hour);
}

type Token =
  | { readonly kind: 'day'; readonly day: Weekday }
  | { readonly kind: 'range'; readonly range: TimeRange }
  | { readonly kind: 'holiday' | 'every day' | 'closed' | '-' | ',' | ';' | 'filler' };

const clock = '(\\d{1,2})(?:[:.](\\d{2}))?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?';

type Reader = (match: RegExpExecArray) => Token | null;

/** Tried in this order. Null is for what looks like a lexeme and is none, such as 25:00. */
const lexemes: readonly (readonly [RegExp, Reader])[] = [
  [/24\/7|24 ?hours?/iy, () => ({ kind: 'range', range: wholeDay })],
  [new RegExp(`${clock}\\s*(?:-|–|to)\\s*${clock}(?![\\d:])`, 'iy'), readRange],
  [/(?:public holidays?|ph)\b/iy, () => ({ kind: 'holiday' })],
  [/(?:mon?|tu(?:es?)?|wed?|th(?:u(?:rs?)?)?|fri?|sat?|sun?)\b/iy, readDay],
  [/(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/iy, readDay],
  [/(?:closed|off)\b/iy, () => ({ kind: 'closed' })],
  [/(?:daily|every ?day|setiap hari)\b/iy, () => ({ kind: 'every day' })],
  [/-|–|to\b/iy, () => ({ kind: '-' })],
  [/,|&|and\b/iy, () => ({ kind: ',' })],
  [/;/y, () => ({ kind: ';' })],
  [/[:().\s]|open\b/iy, () => ({ kind: 'filler' })],
];

/** Null when a part of the text is not understood. */
function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let index = 0; index < text.length;) {
    const found = tokenAt(text, index);
    if (!found?.token) return null;
    if (found.token.kind !== 'filler') tokens.push(found.token);
    index += found.length;
  }
  return tokens;
}

function tokenAt(text: string, index: number) {
  for (const [pattern, read] of lexemes) {
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    if (match) return { token: read(match), length: match[0].length };
  }
  return null;
}

function readDay([name]: RegExpExecArray): Token | null {
  const day = weekdays.find((each) => name.toLowerCase().startsWith(each.slice(0, 2)));
  return day ? { kind: 'day', day } : null;
}

/** Null for what could be read in two ways. */
function readRange([, ...parts]: RegExpExecArray): Token | null {
  const [fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = parts;
  if ((fromHalf === undefined) !== (toHalf === undefined)) return null;
  const opens = minutesOf(fromHour, fromMinute, fromHalf);
  const closes = minutesOf(toHour, toMinute, toHalf);
  if (opens === null || closes === null || opens === day) return null;
  const isExact = fromHalf !== undefined || toHour?.startsWith('0') === true;
  if (closes <= opens && !endsInTheNight(opens, closes, isExact)) return null;
  return { kind: 'range', range: { from: clockTime(opens), to: clockTime(closes) } };
}

function endsInTheNight(opens: number, closes: number, isExact: boolean): boolean {
  // "9:00-5:00" may well mean the afternoon; "9:00-05:00" may not.
  if (!isExact && opens < 12 * hour) return false;
  return closes < opens && closes <= 6 * hour;
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

/**
 * A rule, by the first letters of the kinds of its tokens: the days or "daily", if it has either, and what may stand between
 * them and their times; the times; and what separates the next rule.
 */
const rulePattern = /(?:((?:(?:d-d|[dh]),)*(?:d-d|[dh])[,-]?)|e[,-]?)?(?:c|r(?:,?r)*e?)([,;]|$)/y;

/** Null when the tokens are in no order that we know. Some texts end with a separator. */
function parseRules(tokens: readonly Token[]): readonly Rule[] | null {
  const kinds = tokens.map(({ kind }) => kind.charAt(0)).join('');
  const rules: Rule[] = [];
  let isAfterSemicolon = true;
  for (let index = 0; index < kinds.length;) {
    rulePattern.lastIndex = index;
    const match = rulePattern.exec(kinds);
    if (!match) return null;
    const [{ length }, days, separator] = match;
    const own = tokens.slice(index, index + length);
    const ranges = own.flatMap((token) => (token.kind === 'range' ? token.range : []));
    rules.push({ days: days === undefined ? weekdays : daysOf(own), ranges, isAfterSemicolon });
    isAfterSemicolon = separator === ';';
    index += length;
  }
  return rules;
}

/** The days of a rule. A public holiday is none of them. */
function daysOf(tokens: readonly Token[]): readonly Weekday[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'day') return [];
    const [dash, last] = tokens.slice(index + 1);
    if (dash?.kind !== '-' || last?.kind !== 'day') return [token.day];
    // Up to the day before the last, which follows.
    const start = weekdays.indexOf(token.day);
    const count = (weekdays.indexOf(last.day) - start + 7) % 7;
    return [...weekdays, ...weekdays].slice(start, start + count);
  });
}
