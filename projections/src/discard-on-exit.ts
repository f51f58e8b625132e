/** Calls `discard` if the process exits, also by SIGINT or SIGTERM, before the returned function is called. */
export function discardOnExit(discard: () => void): () => void {
  const end = (_name: string, number: number) => process.exit(128 + number);
  process.once('exit', discard).once('SIGINT', end).once('SIGTERM', end);
  return () => {
    process.off('exit', discard).off('SIGINT', end).off('SIGTERM', end);
  };
}
