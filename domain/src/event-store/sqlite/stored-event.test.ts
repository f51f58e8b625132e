import { expect, test } from 'vitest';
import { storedEvents, storedFields } from './stored-event.ts';

const context = {
  typeOf: () => 'BusinessViewed',
  streamOf: () => 'visits-1',
  onDamage: () => new Error('damaged'),
};
const twoLines = '{}\n{}';

const events = (positions: string, ids = '0'.repeat(64)) =>
  storedEvents(['[0,1]', ids, positions, '[1,1]', '[1,1]', twoLines, twoLines], context);

test('an event has all its fields in JSON', () => {
  expect(JSON.parse(JSON.stringify(events('[7,9]')[1]))).toEqual({
    id: '00000000-0000-0000-0000-000000000000',
    type: 'BusinessViewed',
    data: {},
    metadata: {},
    stream: 'visits-1',
    revision: 1,
    position: '00000000000000000009',
  });
});

test('a page without an id for each event is refused', () => {
  const read = () => events('[7,9]', '0'.repeat(62));
  expect(read).toThrow(new SyntaxError('not an id for each event'));
});

test('a page whose rows are not in the order of the log is refused', () => {
  const fields = (positions: string) =>
    storedFields([positions, '[1,1]', '[1,1]', twoLines, twoLines], context);
  expect(events('[7,9]').map(({ position }) => Number(position))).toEqual([7, 9]);
  expect(fields('[7,9]')).toMatchObject({ events: [{}, {}], last: '00000000000000000009' });
  for (const read of [events, fields])
    for (const positions of ['[9,7]', '[7,7]'])
      expect(() => read(positions)).toThrow(new SyntaxError('not in the order of the log'));
});
