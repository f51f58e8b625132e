export * from './builders.ts';
export * from './events.ts';
export { specify } from './given.ts';
