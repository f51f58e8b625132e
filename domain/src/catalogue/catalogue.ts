export * from './categories.ts';
export * from './facilities.ts';
export * from './hours.ts';
export * from './kampongs.ts';
export * from './phone.ts';
