/** What the field of a form says, in the time zone of who fills it in, as the API reads it; null for what is no time. */
export function toMoment(localTime: string): string | null {
  const time = new Date(localTime);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** Whether `at` names a revision and not a time. */
export function isRevision(at: string): boolean {
  return /^\d{1,9}$/.test(at);
}
