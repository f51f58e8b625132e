import { expect, test } from 'vitest';
import { barOptions } from './charts.tsx';

test('the title of a tooltip shows markup in a name as text', () => {
  const bar = { name: '<b onclick="x">Kedai & Co</b>', value: 1 };
  const { x } = barOptions({ bars: [bar] }, false).tooltip ?? {};
  expect(x?.formatter?.(1, { dataPointIndex: 0 })).toBe(
    '&lt;b onclick="x"&gt;Kedai &amp; Co&lt;/b&gt;',
  );
});

test('the labels of bars are cut to 10 characters, of the tooltip not', () => {
  const bars = ['Kedai Kopi', 'Kedai Kopi Haji'].map((name) => ({ name, value: 1 }));
  const { xaxis, tooltip } = barOptions({ bars }, false);
  expect(xaxis?.categories).toEqual(['Kedai Kopi', 'Kedai Kopi…']);
  const { x } = tooltip ?? {};
  expect(x?.formatter?.(1, { dataPointIndex: 1 })).toBe('Kedai Kopi Haji');
});
