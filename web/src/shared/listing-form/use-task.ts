import { useCallback, useEffect, useRef } from 'react';

export type Task = (signal: AbortSignal) => Promise<void>;

/** One call at a time, after a pause: a newer one ends the older, and leaving the page ends all. */
export function useTask() {
  const running = useRef<{ timer: number; controller: AbortController } | null>(null);

  const cancel = useCallback(() => {
    if (!running.current) return;
    window.clearTimeout(running.current.timer);
    running.current.controller.abort();
    running.current = null;
  }, []);

  const start = useCallback(
    (delayMs: number, task: Task) => {
      cancel();
      const controller = new AbortController();
      const timer = window.setTimeout(() => void task(controller.signal), delayMs);
      running.current = { timer, controller };
    },
    [cancel],
  );

  useEffect(() => cancel, [cancel]);
  return { start, cancel };
}
