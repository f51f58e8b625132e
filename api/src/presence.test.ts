import { parseBusinessId } from '@directory/domain';
import { beforeEach, expect, test } from 'vitest';
import { createPresence } from './presence.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
const shop = parseBusinessId('01J0000000000000000000000A');
const siti = { id: '1', name: 'siti' };
const ali = { id: '2', name: 'ali' };
const mei = { id: '3', name: 'mei' };

let minutes = 0;
const clock = () => new Date(start + minutes * 60_000);
beforeEach(() => {
  minutes = 0;
});

test('presence lists the other admins who opened the listing, the latest first', () => {
  const presence = createPresence(clock);
  expect(presence(shop, siti)).toEqual([]);
  const sitiOpened = clock();
  minutes = 2;
  expect(presence(shop, ali)).toEqual([{ ...siti, openedAt: sitiOpened }]);
  minutes = 3;
  expect(presence(shop, mei).map(({ name }) => name)).toEqual(['ali', 'siti']);
  expect(presence(shop, mei).map(({ name }) => name)).toEqual(['ali', 'siti']);
});

test('presence expires after ten minutes, also when others opened the listing since', () => {
  const presence = createPresence(clock);
  presence(shop, siti);
  minutes = 6;
  presence(shop, ali);
  minutes = 10;
  expect(presence(shop, mei).map(({ name }) => name)).toEqual(['ali']);
});

test('presence is separate for each listing', () => {
  const presence = createPresence(clock);
  presence(shop, siti);
  expect(presence(parseBusinessId('01J0000000000000000000000B'), ali)).toEqual([]);
});
