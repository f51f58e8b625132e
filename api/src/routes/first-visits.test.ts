import { expect, onTestFinished, test, vi } from 'vitest';
import { firstVisits, isCrawler } from './visits.ts';

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 HeadlessChrome/120 (compatible; AhrefsBot/7.0)',
])('isCrawler is true for %s', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(true);
});

test.each([
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
  'node',
  'curl/8.5.0',
  '',
])('isCrawler is false for %j', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(false);
});

const siti = { address: '203.0.113.7', userAgent: 'Safari' };

test('firstVisits claims one first visit a visitor, business and day', () => {
  const claim = firstVisits();
  const isFirst = (...visit: Parameters<typeof claim>) => claim(...visit).isFirst;
  expect(isFirst(siti, 'a', '2026-11-21')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-21')).toBe(false);
  expect(isFirst(siti, 'b', '2026-11-21')).toBe(true);
  expect(isFirst({ ...siti, address: '203.0.113.8' }, 'a', '2026-11-21')).toBe(true);
  expect(isFirst({ ...siti, userAgent: 'Firefox' }, 'a', '2026-11-21')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-22')).toBe(true);
  expect(isFirst(siti, 'a', '2026-11-22')).toBe(false);
});

test('a released visit is first again, and only the claim that was first can release it', () => {
  const claim = firstVisits();
  const [one, two] = [claim(siti, 'a', '2026-11-21'), claim(siti, 'a', '2026-11-21')];
  expect([one.isFirst, two.isFirst]).toEqual([true, false]);
  two.release();
  expect(claim(siti, 'a', '2026-11-21').isFirst).toBe(false);
  one.release();
  expect(claim(siti, 'a', '2026-11-21').isFirst).toBe(true);
});

test('a visit that is reported after midnight is not the first of its day once more', () => {
  const claim = firstVisits();
  claim(siti, 'a', '2026-11-21');
  claim(siti, 'a', '2026-11-22');
  expect(claim(siti, 'a', '2026-11-21').isFirst).toBe(false);
  expect(claim(siti, 'a', '2026-11-22').isFirst).toBe(false);
});

test('a release after midnight does not affect the new day', () => {
  const claim = firstVisits();
  const late = claim(siti, 'a', '2026-11-21');
  claim(siti, 'a', '2026-11-22');
  late.release();
  expect(claim(siti, 'a', '2026-11-22').isFirst).toBe(false);
});

test('visitors are forgotten after 48 hours, also where nobody comes later', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const claim = firstVisits();
  claim(siti, 'a', '2026-11-21');
  vi.advanceTimersByTime(48 * 3_600_000 - 1);
  expect(claim(siti, 'a', '2026-11-21').isFirst).toBe(false);
  vi.advanceTimersByTime(1);
  expect(claim(siti, 'a', '2026-11-21').isFirst).toBe(true);
});

test('visitors beyond the most that are remembered of a day are never first on it', () => {
  const claim = firstVisits(2);
  const first = ['a', 'b', 'c'].map((id) => claim(siti, id, '2026-11-21').isFirst);
  expect(first).toEqual([true, true, false]);
  expect(claim(siti, 'a', '2026-11-22').isFirst).toBe(true);
});
