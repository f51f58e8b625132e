export type WakeUp = ReturnType<typeof wakeUp>;

/** Lets subscriptions sleep until something was committed here, their signal fired, or it is time to look by themselves. */
export function wakeUp() {
  const sleepers = new Set<() => void>();
  return {
    all: () => {
      for (const wake of [...sleepers]) wake();
    },
    sleep: (milliseconds: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          sleepers.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        sleepers.add(wake);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
      }),
  };
}
