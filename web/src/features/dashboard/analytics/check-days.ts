import type { FieldErrors } from '../../../shared/forms/field-frame.tsx';
import type { AnalyticsTexts } from '../../../texts/analytics-texts.ts';

/** As `2026-11-21`, both included; what a date field that is not filled in gives is empty. */
export type Days = { readonly from: string; readonly to: string };

const maxDays = 366;

/** What is wrong with days that were chosen, by field; nothing when they can be shown. */
export function checkDays(
  { from, to }: Days,
  today: string | undefined,
  texts: AnalyticsTexts['wrongDays'],
): FieldErrors {
  const isLate = (day: string) => today !== undefined && day > today;
  const wrong = (day: string) => (day ? isLate(day) && texts.future : texts.missing);
  const [wrongFrom, wrongTo] = [wrong(from), wrong(to)];
  if (wrongFrom || wrongTo)
    return { ...(wrongFrom && { from: wrongFrom }), ...(wrongTo && { to: wrongTo }) };
  if (from > to) return { to: texts.order };
  return Date.parse(to) - Date.parse(from) >= maxDays * 86_400_000 ? { from: texts.length } : {};
}
