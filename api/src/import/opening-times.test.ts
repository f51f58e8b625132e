import { describe, expect, test } from 'vitest';
import type { OpeningTimes } from '@directory/domain/catalogue';
import { parseOpeningTimes, spanOfSameTimes } from './opening-times.ts';

describe('the span of same times is that of the text', () => {
  test.each([
    ['24/7', '24jam'],
    ['Open 24 hour', '24jam'],
    ['Sunday - Saturday: 24 Hours', '24jam'],
    ['00:00-24:00', '24jam'],
    ['Sunday - Saturday: 7:00am - 10:00pm', 'Pagi-Malam'],
    ['Mo-Sa 06:30-00:00; Su 06:30-24:00', 'Pagi-Malam'],
    ['11:00-04:00', 'Pagi-Malam'],
    ['Monday - Sunday, 10:00 AM - 10:00 PM', 'Pagi-Malam'],
    ['Mo-Su,PH 10:00-22:00', 'Pagi-Malam'],
    ['7.00a.m.-9.00p.m.', 'Pagi-Malam'],
    ['9am to 6pm Daily', 'Pagi-Petang'],
    ['Daily 9am-6pm', 'Pagi-Petang'],
    ['Open daily: 9am to 6pm', 'Pagi-Petang'],
    ['Everyday 10:00-22:00', 'Pagi-Malam'],
    ['10am - 10pm every day', 'Pagi-Malam'],
    ['Setiap hari, 10am - 10pm', 'Pagi-Malam'],
    ['Every day - 24 hours', '24jam'],
    ['Mo-Sa 09:00-18:00; Su,PH off', 'Pagi-Petang'],
    [
      'Monday - Friday (7:00am - 7:00pm); Saturday, Sunday & Public Holiday: Closed.',
      'Pagi-Petang',
    ],
    ['Tu-Su 07:30-14:00', 'Pagi-Tengahhari'],
    ['Mo-Su 12:00-00:00', 'Tengahhari-Malam'],
    ['12:00-18:00', 'Tengahhari-Petang'],
    ['16:00-03:00', 'Petang-Malam'],
  ])('%s is %s', (text, span) => {
    expect(spanOf(text)).toBe(span);
  });
});

describe('the span of same times is null for', () => {
  test.each([
    ['nothing', null],
    ['no hours', '"add opening_hours"'],
    ['an end alone', 'Closes 8 pm'],
    ['other hours on other days', 'Mo-Fr 07:30-22:00; Sa-Su 09:00-23:00'],
    ['a break', 'Mo-Su 10:00-15:00,17:00-22:30'],
    ['one day a week', 'We 17:00-21:00'],
    ['a single part of the day', '20:00-03:00'],
    ['half past nine to half past ten', 'Sunday - Saturday: 9:30am - 10:30am'],
    ['what may be twelve hours or twenty-four', '9:00-5:00'],
    ['a night that ends at noon', 'Mo-Sa 18:00-12:00'],
    ['am on one side only', '9am - 10:30'],
    ['hours that are none', '25:00-26:00'],
    ['minutes that are none', '10:75-22:00'],
    ['thirteen o’clock in the afternoon', '9am - 13pm'],
    ['the same time twice', '10:00-10:00'],
    ['a novel', '10:00-22:00'.padEnd(301, ' ')],
  ])('%s', (_, text) => {
    expect(spanOf(text)).toBeNull();
  });
});

test('the span includes a part of the day that is open for an hour or more', () => {
  expect(spanOf('11:00-22:00')).toBe('Pagi-Malam');
  expect(spanOf('11:01-22:00')).toBe('Tengahhari-Malam');
  expect(spanOf('11:00-19:59')).toBe('Pagi-Petang');
  expect(spanOf('11:00-20:00')).toBe('Pagi-Malam');
});

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const everyDay = [...workdays, 'sat', 'sun'] as const;

describe('the exact times of a text are', () => {
  test.each<[string, OpeningTimes]>([
    ['24/7', [{ days: everyDay, from: '00:00', to: '00:00' }]],
    ['6.30am to 12am daily', [{ days: everyDay, from: '06:30', to: '00:00' }]],
    ['We 17:00-21:00', [{ days: ['wed'], from: '17:00', to: '21:00' }]],
    ['Mo,We,Fr - 1pm-6pm', [{ days: ['mon', 'wed', 'fri'], from: '13:00', to: '18:00' }]],
    ['Mo 12:00-2:00', [{ days: ['mon'], from: '12:00', to: '02:00' }]],
    ['Sa-Tu 18:00-06:00', [{ days: ['mon', 'tue', 'sat', 'sun'], from: '18:00', to: '06:00' }]],
    ['Fr-Mo 18:00-02:00.', [{ days: ['mon', 'fri', 'sat', 'sun'], from: '18:00', to: '02:00' }]],
    [
      'Monday - Friday (7:00am - 10:00pm), Saturday (7:00am - 4:00pm), Sunday & Public Holiday: Closed.',
      [
        { days: workdays, from: '07:00', to: '22:00' },
        { days: ['sat'], from: '07:00', to: '16:00' },
      ],
    ],
    [
      'Monday - Friday: 7:00am - 11:00pm & Saturday - Sunday: 7:00am - 7:00pm; Public Holiday: 10am - 6pm',
      [
        { days: workdays, from: '07:00', to: '23:00' },
        { days: ['sat', 'sun'], from: '07:00', to: '19:00' },
      ],
    ],
    [
      'Mo-Fr 09:00-13:00, 15:00-19:00; Sa 09:00-17:00; PH off',
      [
        { days: workdays, from: '09:00', to: '13:00' },
        { days: workdays, from: '15:00', to: '19:00' },
        { days: ['sat'], from: '09:00', to: '17:00' },
      ],
    ],
    [
      '10:00-17:30; Fr 10:00-12:00,15:00-17:30; Mo off',
      [
        { days: ['tue', 'wed', 'thu', 'sat', 'sun'], from: '10:00', to: '17:30' },
        { days: ['fri'], from: '10:00', to: '12:00' },
        { days: ['fri'], from: '15:00', to: '17:30' },
      ],
    ],
    [
      'Mo-Sa 12:00-00:00; Fr 14:30-00:00; Su 12:00-24:00',
      [
        { days: ['mon', 'tue', 'wed', 'thu', 'sat', 'sun'], from: '12:00', to: '00:00' },
        { days: ['fri'], from: '14:30', to: '00:00' },
      ],
    ],
  ])('those of %s', (text, times) => {
    expect(parseOpeningTimes(text)).toEqual(times);
  });
});

describe('no exact times are taken from', () => {
  test.each([
    ['days without times', 'Mo-Fr'],
    ['every day without times', 'Daily'],
    ['every day and one of them', 'Daily, Mo 09:00-18:00'],
    ['times of some weeks of a month', 'Sa 10:00-17:00; Sa[1] off'],
    ['a part that is not understood', '7:30am - 4pm (closed on Monday)'],
    [
      'a damaged text',
      'Monday - Thursday - 9:30am - 10:00pm; Friday ï¿½ Sunday : 9:30am - 11:00pm',
    ],
    ['two times for the same days', 'Mo-Su 11:00-15:30; Mo-Su 17:30-22:30'],
    ['an addition after a comma', '11:30-20:30, Su 13:30-18:30'],
    ['times that overlap', 'Mo-Su 09:30-18:30, 08:30-19:00'],
    ['an hour a day', 'Sunday - Saturday: 9:30am - 10:30am'],
    ['an hour on one day', 'Monday - Friday: 9am - 6pm; Saturday: 9:30am - 10:30am'],
    ['a place that is always closed', 'Mo-Su off'],
    ['public holidays alone', 'PH 10:00-12:00'],
    ['four digits', '0900 - 1700'],
    ['hours without minutes', '9-17'],
    ['am or pm on one side', '9:00 - 5pm'],
    ['half an hour after midnight', '12:00-24:30'],
    ['a beginning at the end of the day', '24:00-04:00'],
    ['sixty minutes', '10:60-22:00'],
    ['zero o’clock in the morning', '0am - 5pm'],
    ['the same time twice in the night', '05:00-05:00'],
  ])('%s', (_, text) => {
    expect(parseOpeningTimes(text)).toBeNull();
  });
});

function spanOf(text: string | null) {
  return spanOfSameTimes(parseOpeningTimes(text));
}
