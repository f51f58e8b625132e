import { describe, expect, test } from 'vitest';
import { openingSpan } from './opening-span.ts';

describe('openingSpan returns a span', () => {
  test.each([
    ['24/7', '24jam'],
    ['Open 24 hour', '24jam'],
    ['Sunday - Saturday: 24 Hours', '24jam'],
    ['00:00-24:00', '24jam'],
    ['Sunday - Saturday: 7:00am - 10:00pm', 'Pagi-Malam'],
    ['Monday - Sunday, 10:00 AM - 10:00 PM', 'Pagi-Malam'],
    ['Mo-Su,PH 10:00-22:00', 'Pagi-Malam'],
    ['7.00a.m.-9.00p.m.', 'Pagi-Malam'],
    ['9am to 6pm Daily', 'Pagi-Petang'],
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
    expect(openingSpan(text)).toBe(span);
  });
});

describe('openingSpan returns null', () => {
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
    ['a novel', '10:00-22:00'.padEnd(101, ' ')],
  ])('%s', (_, text) => {
    expect(openingSpan(text)).toBeNull();
  });
});

test('openingSpan includes a part of the day that is open for an hour or more', () => {
  expect(openingSpan('11:00-22:00')).toBe('Pagi-Malam');
  expect(openingSpan('11:01-22:00')).toBe('Tengahhari-Malam');
  expect(openingSpan('11:00-19:59')).toBe('Pagi-Petang');
  expect(openingSpan('11:00-20:00')).toBe('Pagi-Malam');
});
