import { setImmediate } from 'node:timers/promises';

const sliceMs = 6;

/** Lets others have the event loop whenever this has run for a few milliseconds on end; cheap enough to call at every step. */
export function createYielder(): () => Promise<void> | undefined {
  let sliceEnds = performance.now() + sliceMs;
  return () => {
    if (performance.now() < sliceEnds) return undefined;
    return setImmediate().then(() => {
      sliceEnds = performance.now() + sliceMs;
    });
  };
}
