export * from './accounts.ts';
export * from './analytics.ts';
export * from './business-requests.ts';
export * from './business.ts';
export * from './geocode.ts';
export * from './history.ts';
export * from './problem.ts';
export * from './site.ts';
