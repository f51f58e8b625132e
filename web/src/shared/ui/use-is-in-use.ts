import { useSyncExternalStore } from 'react';

let isInUse = false;
const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin'] as const;

/** Whether the visitor has begun to use the page. What the page shows without waits until then. */
export function useIsInUse(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isInUse,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const stop = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, { capture: true });
  };
  const begin = () => {
    isInUse = true;
    stop();
    onChange();
  };
  for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
  return stop;
}
