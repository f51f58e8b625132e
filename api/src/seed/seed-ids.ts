import type { BusinessId } from '@directory/domain';
import { v5 as uuidOf } from 'uuid';

const namespace = '5a0f6c1e-2d47-4f7b-8b0e-7f1c93d5a6b4';

/** The same name always gives the same id, so that a seed which was cut off goes on where it ended. */
export function seedId(...name: readonly (string | number)[]): string {
  return uuidOf(JSON.stringify(name), namespace);
}

export const importCommandId = (id: BusinessId): string => seedId('import', id);

/** Ties all the commands of a seed together. */
export const seedCorrelationId = seedId('seed');
