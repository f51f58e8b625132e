import { expect, test } from 'vitest';
import { storedEvents, storedFields } from './stored-event.ts';

const context = {
  typeOf: () => 'BusinessViewed',
  streamOf: () => 'visits-1',
  onDamage: () => new Error('damaged'),
};
const twoLines = '{}\n{}';

test('a page whose rows are not in the order of the log is refused', () => {
  const events = (positions: string) =>
    storedEvents(
      [positions, '[1,1]', '[0,1]', '[1,1]', '0'.repeat(64), twoLines, twoLines],
      context,
    );
  const fields = (positions: string) =>
    storedFields([positions, '[1,1]', '[1,1]', twoLines, twoLines], context);
  expect(events('[7,9]').map(({ position }) => Number(position))).toEqual([7, 9]);
  expect(fields('[7,9]')).toMatchObject({ events: [{}, {}], last: '00000000000000000009' });
  for (const read of [events, fields])
    for (const positions of ['[9,7]', '[7,7]'])
      expect(() => read(positions)).toThrow(new SyntaxError('not in the order of the log'));
});
