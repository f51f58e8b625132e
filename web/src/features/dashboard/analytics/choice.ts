/** What the address asks for: the last days or those from one to another, of one business or (null) of all. */
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

/** The same address with another choice, without its question mark. */
export function withChoice(search: URLSearchParams, choice: Choice): string {
  const changed = new URLSearchParams(search);
  for (const name of names) changed.delete(name);
  for (const [name, value] of parametersOf(choice)) changed.set(name, value);
  if (changed.get('days') === String(usual)) changed.delete('days');
  return changed.toString();
}

/** Where the API tells the visits; `ending` for another form of them. */
export function visitsPath(userId: string, choice: Choice, ending: '' | '.csv' = ''): string {
  const query = new URLSearchParams(parametersOf(choice)).toString();
  return `/api/businesses/userbusinesses/${encodeURIComponent(userId)}/visits${ending}?${query}`;
}

function parametersOf({ period, business }: Choice): [string, string][] {
  const days = 'days' in period ? { days: String(period.days) } : period;
  return Object.entries({ ...days, ...(business !== null && { business }) });
}
