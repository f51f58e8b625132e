import { expect, test } from 'vitest';
import { runChaos } from './run-chaos.ts';

const seconds = 60;

test('whatever is killed, nothing acknowledged is lost, and nothing is counted twice', async () => {
  const { ledger, strikes, counted, wrongs } = await runChaos({
    seconds,
    seed: Math.floor(Math.random() * 1_000_000),
    eventstoreUrl: process.env['EVENTSTORE_URL'] ?? null,
    mongodbUrl: process.env['MONGODB_URL'] ?? null,
    say: (line) => {
      console.log(line);
    },
  });
  expect(wrongs).toEqual([]);
  expect([...strikes.keys()]).toEqual(
    expect.arrayContaining(['the events', 'API 1', 'API 2', 'projector 1', 'projector 2']),
  );
  expect(ledger.commands.acknowledged).toBeGreaterThan(0);
  expect(counted).toBeGreaterThan(0);
}, 400_000);
