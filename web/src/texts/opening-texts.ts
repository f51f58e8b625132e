import {
  englishOf,
  weekdays,
  weekTable,
  type OpeningTimes,
  type OpenStatus,
  type TimeRange,
  type Weekday,
} from '@directory/domain/catalogue';

export const openingTexts = {
  days: {
    mon: 'Monday',
    tue: 'Tuesday',
    wed: 'Wednesday',
    thu: 'Thursday',
    fri: 'Friday',
    sat: 'Saturday',
    sun: 'Sunday',
  },
  everyDay: 'Every day',
  closed: 'Closed',
  allDay: '24 hours',
  always: 'Open 24 hours',
  unknown: 'Opening hours unknown',
} as const;

/** "9 am", "6:30 pm", "noon", "midnight". */
function clockText(time: string): string {
  if (time === '00:00') return 'midnight';
  if (time === '12:00') return 'noon';
  const hours = Number(time.slice(0, 2));
  const minutes = time.slice(3);
  return `${hours % 12 || 12}${minutes === '00' ? '' : `:${minutes}`} ${hours < 12 ? 'am' : 'pm'}`;
}

/** "9 am – 12:30 pm" and "3 pm – 6 pm", or that the day is closed. */
export function rangeTexts(ranges: readonly TimeRange[]): readonly string[] {
  return ranges.length === 0 ? [openingTexts.closed] : ranges.map(rangeText);
}

function rangeText({ from, to }: TimeRange): string {
  const isAllDay = from === '00:00' && to === '00:00';
  return isAllDay ? openingTexts.allDay : `${clockText(from)} – ${clockText(to)}`;
}

/** In one line: "Mon–Fri 9 am – 6 pm; Sat 9 am – 1 pm". Closed days are left out. */
export function openingTimesText(times: OpeningTimes): string {
  const daysOf = new Map<string, Weekday[]>();
  for (const { day, ranges } of weekTable(times)) {
    if (ranges.length === 0) continue;
    const hours = rangeTexts(ranges).join(', ');
    daysOf.set(hours, [...(daysOf.get(hours) ?? []), day]);
  }
  return [...daysOf]
    .map(([hours, days]) =>
      hours === openingTexts.allDay && days.length === weekdays.length
        ? openingTexts.always
        : `${daysText(days)} ${hours}`,
    )
    .join('; ');
}

function daysText(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return openingTexts.everyDay;
  const runs: Weekday[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && weekdays.indexOf(day) === weekdays.indexOf(last) + 1) run.push(day);
    else runs.push([day]);
  }
  return runs.map(runText).join(', ');
}

function runText(run: readonly Weekday[]): string {
  const names = run.map(shortDay);
  return names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ');
}

function shortDay(day: Weekday): string {
  return openingTexts.days[day].slice(0, 3);
}

/** "Open until 10 pm", "Closed · opens 7 am Mon", "Usually morning to night". */
export function openStatusText(status: OpenStatus): string {
  switch (status.kind) {
    case 'always':
      return openingTexts.always;
    case 'open':
      return `Open until ${timeText(status.until, status.day)}`;
    case 'closed':
      return `${openingTexts.closed} · opens ${timeText(status.opens, status.day)}`;
    case 'usually':
      return `Usually ${englishOf(status.span) ?? status.span}`;
    case 'unknown':
      return openingTexts.unknown;
  }
}

function timeText(time: string, day: Weekday | null): string {
  return day ? `${clockText(time)} ${shortDay(day)}` : clockText(time);
}
