import { expect, test } from 'vitest';
import { checkDays, type Choice, choiceOf, visitsPath, withChoice } from './period-controls.tsx';

const business = { id: 'b1', businessName: 'Kedai Satu' };
const choices: Choice[] = [
  { period: { days: 7 }, business: null },
  { period: { days: 28 }, business: null },
  { period: { days: 90 }, business: 'b1' },
  { period: { from: '2026-11-01', to: '2026-11-21' }, business: 'b1' },
];

test.each(choices)(
  'choiceOf reads $period from withChoice, which keeps other parameters',
  (choice) => {
    const before = new URLSearchParams('section=analytics&from=2020-01-01&to=2020-01-02');
    const search = new URLSearchParams(withChoice(before, choice));
    expect(choiceOf(search, [business])).toEqual(choice);
    expect(search.get('section')).toBe('analytics');
  },
);

test('choiceOf falls back to 28 days of all businesses', () => {
  const incomplete = ['from=2026-11-01', 'from=2026-11-01&to=', 'from=&to='];
  for (const search of ['', 'days=5', 'days=seven', 'business=gone', ...incomplete])
    expect(choiceOf(new URLSearchParams(search), [business])).toEqual(choices[1]);
});

test('visitsPath holds the owner and the choice', () => {
  const all: Choice = { period: { days: 7 }, business: null };
  expect(visitsPath('u/1', all)).toBe('/api/businesses/userbusinesses/u%2F1/visits?days=7');
  expect(visitsPath('u1', choices[3] ?? all, '.csv')).toBe(
    '/api/businesses/userbusinesses/u1/visits.csv?from=2026-11-01&to=2026-11-21&business=b1',
  );
});

const missing = 'Enter a date.';
const future = 'Choose today or an earlier date.';
const today = '2026-11-21';

test.each([
  [{ from: '2026-11-21', to: '2026-11-21' }, {}],
  [{ from: '2025-11-21', to: '2026-11-21' }, {}],
  [{ from: '2025-11-20', to: '2026-11-21' }, { from: 'Choose a period of at most 366 days.' }],
  [
    { from: '2026-11-21', to: '2026-11-20' },
    { to: 'The end date must not be before the start date.' },
  ],
  [{ from: '2026-11-21', to: '2026-11-22' }, { to: future }],
  [
    { from: '', to: '2026-11-22' },
    { from: missing, to: future },
  ],
  [{ from: '2026-11-21', to: '' }, { to: missing }],
])('checkDays(%j) returns %j', (days, errors) => {
  expect(checkDays(days, today)).toEqual(errors);
});
