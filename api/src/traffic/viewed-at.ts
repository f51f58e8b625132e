const mostAhead = 5 * 60_000;
const mostBehind = 24 * 3_600_000;

/** When the visitor's clock says the page was open, if that can be believed; else now. ISO 8601, UTC. */
export function believableTime(claimed: string | null | undefined, now: Date): string {
  const time = Date.parse(claimed ?? '');
  const age = now.getTime() - time;
  const isBelievable = age >= -mostAhead && age <= mostBehind;
  return (isBelievable ? new Date(time) : now).toISOString();
}
