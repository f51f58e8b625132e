import { expect, test } from 'vitest';
import { facilities, kampongs } from './catalogue.ts';

test('the fourteen kampongs are those of the specification, in its order', () => {
  expect(kampongs).toHaveLength(14);
  expect(kampongs.join(', ')).toBe(
    'Kampung Hujung Pasir, Kampung Masjid, Kampung Pindah, Kampung Periuk, Kampung Atas A, Kampung Atas B, ' +
      'Kampung Bawah, Kampung Paya, Pasar Minggu, Chow Kit, Raja Muda, Sungai Baru, Kampung Padang, Pintu Gerbang',
  );
});

test('the three facilities are those of the specification', () => {
  expect(facilities).toEqual(['Tandas', 'Tandas OKU', 'Surau']);
});
