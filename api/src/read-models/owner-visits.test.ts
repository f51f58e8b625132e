import { linkChannels } from '@directory/domain';
import { expect, test } from 'vitest';
import { ownerVisits, visitsCsv } from './owner-visits.ts';

const oneDay = { from: '2026-11-21', to: '2026-11-21' };

function nameAs(businessName: string): string {
  const [, row = ''] = [...visitsCsv([{ id: 'b1', businessName, days: [] }], oneDay)];
  return row.replace('2026-11-21,', '').replace(/(,0){12}\r\n$/, '');
}

test.each([
  ['Warung Siti', 'Warung Siti'],
  ['=1+1', "'=1+1"],
  ['+60 Kopi', "'+60 Kopi"],
  ['-Kopi', "'-Kopi"],
  ['@Kopi', "'@Kopi"],
  ['\tKopi', "'\tKopi"],
  ['＝HYPERLINK(1)', "'＝HYPERLINK(1)"],
  ['=A1,"B"', `"'=A1,""B"""`],
  ['Kopi & Teh - 24 jam', 'Kopi & Teh - 24 jam'],
  ['Kopi, Teh', '"Kopi, Teh"'],
  ['Two\nlines', '"Two\nlines"'],
])('the name %j is written as %s', (name, cell) => {
  expect(nameAs(name)).toBe(cell);
});

test('clicks are counted under their channels, also where nobody viewed a page', () => {
  const clicks = Object.fromEntries(linkChannels.map((channel, index) => [channel, index + 1]));
  const day = { date: '2026-11-21', views: 0, visitors: 0, hours: [], clicks };
  const nextDay = { from: '2026-11-22', to: '2026-11-22' };
  const { totals } = ownerVisits([day], oneDay, null);
  expect(totals).toEqual({ views: 0, visitors: 0, actions: 45, channels: clicks });
  expect(ownerVisits([day], nextDay, '2026-11-21').previous?.totals).toEqual(totals);
});
