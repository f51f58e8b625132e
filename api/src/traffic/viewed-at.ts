const maxAhead = 5 * 60_000;
const maxBehind = 24 * 3_600_000;

/** When the visitor's clock says the page was open, if that can be believed; else now. ISO 8601, UTC. */
export function clampClientTimestamp(claimed: string | null | undefined, now: Date): string {
  const time = Date.parse(claimed ?? '');
  const age = now.getTime() - time;
  const isPlausible = age >= -maxAhead && age <= maxBehind;
  return (isPlausible ? new Date(time) : now).toISOString();
}
