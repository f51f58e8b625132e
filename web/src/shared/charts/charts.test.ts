import { expect, test } from 'vitest';
import { barOptions } from './charts.tsx';

test('the title of a tooltip shows markup in a name as text', () => {
  const bar = { label: 'b', name: '<b onclick="x">Kedai & Co</b>', value: 1 };
  const { x } = barOptions([bar], false).tooltip ?? {};
  expect(x?.formatter?.(1, { dataPointIndex: 0 })).toBe(
    '&lt;b onclick="x"&gt;Kedai &amp; Co&lt;/b&gt;',
  );
});
