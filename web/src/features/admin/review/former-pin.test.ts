import { expect, test } from 'vitest';
import { moveOf } from './former-pin.ts';

const here = { latitude: 3.1645, longitude: 101.7045 };
const moved = (field: string, before: unknown, after: unknown) => ({ field, before, after });

test('a pin that was moved along one axis is measured from where both were', () => {
  const changes = [moved('latitude', 3.1655, 3.1645)];
  expect(moveOf(here, changes)).toEqual({
    from: { latitude: 3.1655, longitude: 101.7045 },
    metres: 111,
  });
});

test('a pin that stayed, was never there before, or is gone was not moved', () => {
  expect(moveOf(here, [])).toBeNull();
  expect(moveOf(here, null)).toBeNull();
  expect(moveOf(here, [moved('latitude', null, 3.1645)])).toBeNull();
  expect(moveOf({ latitude: null, longitude: 101.7 }, [moved('latitude', 3, null)])).toBeNull();
});
