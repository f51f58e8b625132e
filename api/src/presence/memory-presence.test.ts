import { parseBusinessId } from '@directory/domain';
import { beforeEach, expect, test } from 'vitest';
import { memoryPresence } from './memory-presence.ts';

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

test('an admin is told who else opened a listing and when, the latest first, and never of themself', async () => {
  const presence = memoryPresence(clock);
  expect(await presence.note(shop, siti)).toEqual([]);
  const sitiOpened = clock();
  minutes = 2;
  expect(await presence.note(shop, ali)).toEqual([{ ...siti, openedAt: sitiOpened }]);
  minutes = 3;
  expect((await presence.note(shop, mei)).map(({ name }) => name)).toEqual(['ali', 'siti']);
  expect((await presence.note(shop, mei)).map(({ name }) => name)).toEqual(['ali', 'siti']);
});

test('after ten minutes it is forgotten, though others opened it since', async () => {
  const presence = memoryPresence(clock);
  await presence.note(shop, siti);
  minutes = 6;
  await presence.note(shop, ali);
  minutes = 10;
  expect((await presence.note(shop, mei)).map(({ name }) => name)).toEqual(['ali']);
});

test('another listing is another matter', async () => {
  const presence = memoryPresence(clock);
  await presence.note(shop, siti);
  expect(await presence.note(parseBusinessId('01J0000000000000000000000B'), ali)).toEqual([]);
});
