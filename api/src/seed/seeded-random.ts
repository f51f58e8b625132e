import { createHash } from 'node:crypto';

/** Numbers from 0 to 1 that only look random: the same name always gives the same sequence (mulberry32). */
export function seededRandom(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
