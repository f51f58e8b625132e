type Running = { readonly stop: () => Promise<void> };

/** Ends a program in order. A second signal ends it at once, as it would without this. */
export function stopOnSignal(running: Running, onFailure: (error: unknown) => void): void {
  const stop = () => {
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
    running.stop().catch(onFailure);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
