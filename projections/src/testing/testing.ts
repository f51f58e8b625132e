export { businessIdOf, completeDetails } from './details.ts';
export { generateLog, type GeneratedLog } from './generate-log.ts';
export { openTemporaryStores, type TemporaryStores } from './temporary-stores.ts';
