import { expect, test } from 'vitest';
import { choiceOf, visitsPath, withChoice, type Choice } from './choice.ts';

const choices: Choice[] = [
  { period: { days: 7 }, business: null },
  { period: { days: 28 }, business: null },
  { period: { days: 90 }, business: 'b1' },
  { period: { from: '2026-11-01', to: '2026-11-21' }, business: 'b1' },
];

test.each(choices)('$period is found again by its address, which keeps the rest', (choice) => {
  const before = new URLSearchParams('section=analytics&from=2020-01-01&to=2020-01-02');
  const search = new URLSearchParams(withChoice(before, choice));
  expect(choiceOf(search)).toEqual(choice);
  expect(search.get('section')).toBe('analytics');
});

test('an address without a choice, or with one that is not offered, shows 28 days of all', () => {
  for (const search of ['', 'days=5', 'days=seven', 'from=2026-11-01'])
    expect(choiceOf(new URLSearchParams(search))).toEqual(choices[1]);
});

test('the API is asked for the owner and the choice', () => {
  const all: Choice = { period: { days: 7 }, business: null };
  expect(visitsPath('u/1', all)).toBe('/api/businesses/userbusinesses/u%2F1/visits?days=7');
  expect(visitsPath('u1', choices[3] ?? all, '.csv')).toBe(
    '/api/businesses/userbusinesses/u1/visits.csv?from=2026-11-01&to=2026-11-21&business=b1',
  );
});
