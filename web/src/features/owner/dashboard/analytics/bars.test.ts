import { expect, test } from 'vitest';
import { businessBars, highest, hourBars } from './analytics-section.tsx';

const business = (businessName: string, views: number) => ({
  ...{ id: businessName, businessName, businessInfo: 'Pasar' as const, imagePath: null },
  ...{ status: 'approved' as const, views, visitors: 0, websiteClicks: 0, socialMediaClicks: 0 },
});

test('businessBars shows the most viewed business first, where a phone begins', () => {
  const bars = businessBars([business('A', 0), business('B', 3), business('C', 5)]);
  expect(bars.map(({ name }) => name)).toEqual(['C', 'B', 'A']);
});

test('hourBars labels hours 0:00 to 23:00', () => {
  const bars = hourBars(Array.from({ length: 24 }, (_, hour) => ({ hour, views: hour })));
  expect([bars.length, bars[0]?.name, bars.at(-1)?.name]).toEqual([24, '0:00', '23:00']);
});

test('highest returns the first of equal bars, and null when all are empty', () => {
  const bars = businessBars([business('A', 0), business('B', 3), business('C', 3)]);
  expect(highest(bars)?.name).toBe('B');
  expect(highest(bars.slice(2))).toBeNull();
});
