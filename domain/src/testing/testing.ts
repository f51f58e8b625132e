export * from './builders.ts';
export * from './events.ts';
export * from './memory-keys.ts';
export { specify } from './given.ts';
