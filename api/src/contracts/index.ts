export * from './analytics.ts';
export * from './business.ts';
export * from './problem.ts';
export * from './site.ts';
