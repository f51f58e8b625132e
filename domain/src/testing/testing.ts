export * from './builders.ts';
export * from './events.ts';
export { writeFormat1 } from './format-1-log.ts';
export * from './memory-keys.ts';
