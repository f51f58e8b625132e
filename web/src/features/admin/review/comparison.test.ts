import { expect, test } from 'vitest';
import { moveOf } from './comparison.tsx';

const here = { latitude: 3.1645, longitude: 101.7045 };
const moved = (field: string, before: unknown, after: unknown) => ({ field, before, after });

test('a pin moved along one axis is measured from its approved location', () => {
  const changes = [moved('latitude', 3.1655, 3.1645)];
  expect(moveOf(here, changes)).toEqual({
    from: { latitude: 3.1655, longitude: 101.7045 },
    metres: 111,
  });
});

test('moveOf returns null for a pin that stayed, is new, or was removed', () => {
  expect(moveOf(here, [])).toBeNull();
  expect(moveOf(here, null)).toBeNull();
  expect(moveOf(here, [moved('latitude', null, 3.1645)])).toBeNull();
  expect(moveOf({ latitude: null, longitude: 101.7 }, [moved('latitude', 3, null)])).toBeNull();
});
