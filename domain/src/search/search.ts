export * from './distance.ts';
export * from './filters.ts';
export * from './find-places.ts';
export * from './page.ts';
