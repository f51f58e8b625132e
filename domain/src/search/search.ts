export * from './counts.ts';
export * from './distance.ts';
export * from './filters.ts';
export * from './find-places.ts';
export type { Kind } from './kinds.ts';
