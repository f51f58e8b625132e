import { expect, test } from 'vitest';
import { sectionOf, sectionPath, sections, statuses, statusOf } from './sidebar.tsx';

const searchOf = (path: string) => new URL(path, 'https://a.example').searchParams;

test('sectionOf and statusOf read what sectionPath writes', () => {
  for (const section of sections) expect(sectionOf(searchOf(sectionPath(section)))).toBe(section);
  for (const status of statuses)
    expect(statusOf(searchOf(sectionPath('businesses', status)))).toBe(status);
});

test('unknown section and status fall back to home and all', () => {
  const search = searchOf('/user/dashboard?section=secrets&status=deleted');
  expect([sectionOf(search), statusOf(search)]).toEqual(['home', null]);
});
