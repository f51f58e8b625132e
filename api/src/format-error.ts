/** What went wrong, for the person at the terminal: one sentence where the cause is known, all there is where it is a fault. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `Something unexpected went wrong: ${String(error)}`;
  if ('syscall' in error) return `The directory cannot work with its files: ${error.message}.`;
  const hasSentence =
    error.constructor !== Error && !/^(Type|Range|Syntax|Reference)Error$/.test(error.name);
  return hasSentence ? error.message : `Something unexpected went wrong: ${error.stack ?? ''}`;
}
