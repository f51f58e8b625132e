import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChangesTable, changedParts } from './fields.tsx';
import fc from 'fast-check';

test('changed opening times are shown in one line each', () => {
  const after = [{ days: ['mon', 'tue', 'wed'], from: '09:00', to: '17:30' }];
  render(<ChangesTable changes={[{ field: 'openingTimes', before: null, after }]} />);
  expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('Exact Times–Mon–Wed 9 am – 5:30 pm');
});

test.each([false, true])('the Malay before and after is marked, highlighted: %s', (highlighted) => {
  const changes = [
    { field: 'facilities', before: ['Tandas'], after: ['Surau'] },
    { field: 'phone', before: '012-3456789', after: '013-9998877' },
  ];
  const { container } = render(<ChangesTable changes={changes} highlighted={highlighted} />);
  const languages = within(container)
    .getAllByRole('cell')
    .map(({ lang }) => lang);
  expect(languages).toEqual(['ms', 'ms', '', '']);
});

test.each([
  [
    '414, Jalan Pahang',
    '414, Jalan Pahang Kuala Lumpur',
    ['414, Jalan Pahang', ' Kuala Lumpur', ''],
  ],
  ['Open from nine to five', 'Open from ten to five', ['Open from ', 'ten', ' to five']],
  ['a a', 'a a a', ['a a', ' a', '']],
  ['one two', 'two', ['', '', 'two']],
  ['same', 'same', ['same', '', '']],
])('from "%s" to "%s" the middle part changed', (before, after, parts) => {
  expect(changedParts(before, after).after).toEqual(parts);
});

test('the parts put together are the whole texts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = changedParts(before, after);
      expect([parts.before.join(''), parts.after.join('')]).toEqual([before, after]);
    }),
  );
});
