import type { VisitsResponse } from '@directory/api/contracts';
import { useState } from 'react';
import type { FieldErrors } from '../../../../shared/forms/form-fields.tsx';
import { type Resource, useResource } from '../../../../shared/resource/use-resource.ts';
import { analyticsTexts } from '../../../../texts/analytics-texts.ts';

/** The period and the business in the URL; `business` is null for all. */
export type Choice = { readonly period: ChosenPeriod; readonly business: string | null };
export type ChosenPeriod =
  { readonly days: number } | { readonly from: string; readonly to: string };

export const presets = [7, 28, 90] as const;
const usual = 28;
const names = ['days', 'from', 'to', 'business'] as const;

export function choiceOf(search: URLSearchParams): Choice {
  const [from, to] = [search.get('from'), search.get('to')];
  const days = presets.find((preset) => String(preset) === search.get('days')) ?? usual;
  const isCustom = from !== null && to !== null;
  return { period: isCustom ? { from, to } : { days }, business: search.get('business') };
}

/** The query string with another choice, without the question mark. */
export function withChoice(search: URLSearchParams, choice: Choice): string {
  const changed = new URLSearchParams(search);
  for (const name of names) changed.delete(name);
  for (const [name, value] of parametersOf(choice)) changed.set(name, value);
  if (changed.get('days') === String(usual)) changed.delete('days');
  return changed.toString();
}

/** The API path of the visits. */
export function visitsPath(userId: string, choice: Choice, ending: '' | '.csv' = ''): string {
  const query = new URLSearchParams(parametersOf(choice)).toString();
  return `/api/businesses/userbusinesses/${encodeURIComponent(userId)}/visits${ending}?${query}`;
}

function parametersOf({ period, business }: Choice): [string, string][] {
  const days = 'days' in period ? { days: String(period.days) } : period;
  return Object.entries({ ...days, ...(business !== null && { business }) });
}

/** As `2026-11-21`, both inclusive; empty if not entered. */
export type Days = { readonly from: string; readonly to: string };

const maxDays = 366;

/** Errors of a date range by field. */
export function checkDays({ from, to }: Days, today: string | undefined): FieldErrors {
  const { wrongDays: texts } = analyticsTexts;
  const isLate = (day: string) => today !== undefined && day > today;
  const wrong = (day: string) => (day ? isLate(day) && texts.future : texts.missing);
  const [wrongFrom, wrongTo] = [wrong(from), wrong(to)];
  if (wrongFrom || wrongTo)
    return { ...(wrongFrom && { from: wrongFrom }), ...(wrongTo && { to: wrongTo }) };
  if (from > to) return { to: texts.order };
  return Date.parse(to) - Date.parse(from) >= maxDays * 86_400_000 ? { from: texts.length } : {};
}

/** Returns the previous data while the next loads, to avoid layout shift. */
export function useVisits(path: string): Resource<VisitsResponse> & { readonly isOld: boolean } {
  const visits = useResource<VisitsResponse>(path);
  const { data, error } = visits;
  const [latest, setLatest] = useState(data);
  if (data && data !== latest) setLatest(data);
  const isOld = !data && error === undefined && latest !== undefined;
  return { ...visits, data: isOld ? latest : data, isOld };
}
