import { expect, test } from 'vitest';
import { jsonList } from './snapshot.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each([0, 1, 250, 251, 1_000])(
  'a list of %i items is the JSON of all of them',
  async (count) => {
    const json = await jsonList(numbered(count), (number) => ({ number }));
    expect(JSON.parse(json.toString())).toEqual(numbered(count).map((number) => ({ number })));
  },
);

test('jsonList yields to other work while it serialises a long list', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  let turnsSeen = 0;
  await jsonList(numbered(1_000), (number) => {
    turnsSeen = Math.max(turnsSeen, turns);
    const until = performance.now() + 0.02;
    while (performance.now() < until);
    return { number };
  });
  clearInterval(timer);
  expect(turnsSeen).toBeGreaterThan(0);
});
