import { expect, test } from 'vitest';
import { sectionOf, sectionPath, sections, statuses, statusOf } from './sections.ts';

const searchOf = (path: string) => new URL(path, 'https://a.example').searchParams;

test('every section and filter is found again by its address', () => {
  for (const section of sections) expect(sectionOf(searchOf(sectionPath(section)))).toBe(section);
  for (const status of statuses)
    expect(statusOf(searchOf(sectionPath('businesses', status)))).toBe(status);
});

test('an address that asks for nothing known shows the overview of all', () => {
  const search = searchOf('/user/dashboard?section=secrets&status=deleted');
  expect([sectionOf(search), statusOf(search)]).toEqual(['home', null]);
});
