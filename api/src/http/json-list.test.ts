import { expect, test } from 'vitest';
import { jsonList } from './json-list.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each([0, 1, 250, 251, 1_000])(
  'a list of %i items is the JSON of all of them',
  async (count) => {
    const json = await jsonList(numbered(count), (number) => ({ number }));
    expect(JSON.parse(json.toString())).toEqual(numbered(count).map((number) => ({ number })));
  },
);

test('others have their turn while a long list is made', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  let longest = 0;
  await jsonList(numbered(1_000), (number) => {
    longest = Math.max(longest, turns);
    const until = performance.now() + 0.02;
    while (performance.now() < until);
    return { number };
  });
  clearInterval(timer);
  expect(longest).toBeGreaterThan(0);
});
