import { weekdays, type OpeningTimes } from '@directory/domain/catalogue';
import { expect, test } from 'vitest';
import { openingTimesText, openStatusText } from './opening-texts.ts';

test.each([
  [
    'Mon–Fri 9 am – 6 pm; Sat 9 am – 1 pm',
    [
      { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' },
      { days: ['sat'], from: '09:00', to: '13:00' },
    ],
  ],
  [
    'Mon–Thu, Sat 9:30 am – midnight; Fri 9:30 am – noon, 2:45 pm – midnight',
    [
      { days: ['mon', 'tue', 'wed', 'thu', 'sat'], from: '09:30', to: '00:00' },
      { days: ['fri'], from: '14:45', to: '00:00' },
      { days: ['fri'], from: '09:30', to: '12:00' },
    ],
  ],
  ['Open 24 hours', [{ days: weekdays, from: '00:00', to: '00:00' }]],
  ['Every day 6 am – 11 pm', [{ days: weekdays, from: '06:00', to: '23:00' }]],
  ['Sat 24 hours', [{ days: ['sat'], from: '00:00', to: '00:00' }]],
  [
    'Mon midnight – 6 am; Sun 12:30 pm – 12:30 am',
    [
      { days: ['mon'], from: '00:00', to: '06:00' },
      { days: ['sun'], from: '12:30', to: '00:30' },
    ],
  ],
  ['Sat, Sun 5 pm – 2 am', [{ days: ['sat', 'sun'], from: '17:00', to: '02:00' }]],
] satisfies [string, OpeningTimes][])('exact times read "%s" in one line', (text, times) => {
  expect(openingTimesText(times)).toBe(text);
});

test.each([
  ['Open 24 hours', { kind: 'always' }],
  ['Open until 10 pm', { kind: 'open', until: '22:00', day: null }],
  ['Open until 10 pm Sun', { kind: 'open', until: '22:00', day: 'sun' }],
  ['Closed · opens 7 am', { kind: 'closed', opens: '07:00', day: null }],
  ['Closed · opens 7:30 am Mon', { kind: 'closed', opens: '07:30', day: 'mon' }],
  ['Usually morning to night', { kind: 'usually', span: 'Pagi-Malam' }],
  ['Opening hours unknown', { kind: 'unknown' }],
] as const)('a status reads "%s"', (text, status) => {
  expect(openStatusText(status)).toBe(text);
});
