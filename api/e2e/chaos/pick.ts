import type { RandomNumbers } from '../../../projections/src/testing/random-numbers.ts';

export function oneOf<Value>(values: readonly Value[], random: RandomNumbers): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
}
