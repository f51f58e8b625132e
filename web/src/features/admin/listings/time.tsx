import { useEffect, useState } from 'react';
import { minute, useDateText } from '../../../shared/listing/site-time.ts';
import ui from '../../../shared/ui/ui.module.css';
import { count } from '../../../texts/count.ts';
import styles from '../admin.module.css';

/** How long a listing has been waiting. Lateness is also a word, not only a colour. */
export function WaitingAge({ since }: { readonly since: string }) {
  const now = useNow();
  const dateText = useDateText();
  const urgency = urgencyOf(since, now);
  return (
    <time
      className={`${ui.small} ${styles[urgency] ?? ''}`}
      dateTime={since}
      title={dateText(since)}
    >
      waiting <Duration minutes={minutesSince(since, now)} />
      {urgency !== 'fresh' && <strong> · {urgency}</strong>}
    </time>
  );
}

/** Short for the eye; screen readers would spell its letters. */
export function Duration({ minutes }: { readonly minutes: number }) {
  return (
    <>
      <span aria-hidden="true">{durationText(minutes)}</span>
      <span className={ui.hidden}>{durationText(minutes, true)}</span>
    </>
  );
}

/** When something happened, and how long ago that is. */
export function Dated({ time }: { readonly time: string }) {
  const now = useNow();
  const dateText = useDateText();
  return (
    <time dateTime={time}>
      {dateText(time)} ({relativeTime(time, now)})
    </time>
  );
}

/** The time in milliseconds, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), minute);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

const hour = 60 * minute;
const day = 24 * hour;

/** The whole minutes since a time; 0 when the clock of this device is behind. */
export function minutesSince(time: string, now: number): number {
  return Math.floor(Math.max(0, now - Date.parse(time)) / minute);
}

const durationUnits = [
  { short: 'd', name: 'day', length: 1440 },
  { short: 'h', name: 'hour', length: 60 },
  { short: 'min', name: 'minute', length: 1 },
] as const;

/** A duration in its two largest units, such as "5 d 19 h" or, to be read aloud, "5 days 19 hours". */
export function durationText(minutes: number, isSpoken = false): string {
  if (minutes < 1) return 'less than a minute';
  const first = durationUnits.findIndex(({ length }) => minutes >= length);
  let rest = minutes;
  const parts = durationUnits.slice(first, first + 2).map(({ short, name, length }) => {
    const amount = Math.floor(rest / length);
    rest %= length;
    return amount > 0 && (isSpoken ? count(amount, name, `${name}s`) : `${amount} ${short}`);
  });
  return parts.filter(Boolean).join(' ');
}

/** How urgent a review is: owners are promised one within two days. */
export function urgencyOf(since: string, now: number): 'fresh' | 'late' | 'overdue' {
  const waited = now - Date.parse(since);
  if (waited > 5 * day) return 'overdue';
  return waited > 2 * day ? 'late' : 'fresh';
}

const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

const relative = new Intl.RelativeTimeFormat('en-GB');

/** How long ago a time is, such as "3 days ago"; "now" when the clock of this device is behind. */
export function relativeTime(time: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(time));
  const found = units.find(([, length]) => passed >= length);
  if (!found) return 'now';
  const [unit, length] = found;
  return relative.format(-Math.floor(passed / length), unit);
}
