import { parseArgs } from 'node:util';
import { runChaos, type ChaosResult } from './run-chaos.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' } },
});
const result = await runChaos({
  seconds: Number(values.seconds ?? 60),
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  eventstoreUrl: process.env['EVENTSTORE_URL'] ?? null,
  mongodbUrl: process.env['MONGODB_URL'] ?? null,
  say: (line) => {
    console.log(line);
  },
});
summarise(result);
process.exitCode = result.wrongs.length === 0 ? 0 : 1;

function summarise({ ledger, counted, strikes, wrongs }: ChaosResult): void {
  const { acknowledged, repeated, stale } = ledger.commands;
  const visits = { acknowledged: 0, unknown: 0 };
  for (const each of ledger.visits) {
    visits.acknowledged += each.acknowledged;
    visits.unknown += each.unknown;
  }
  const struck = [...strikes].map(([name, times]) => `${name} ${String(times)}`).join(', ');
  console.log(`Taken away and brought back: ${struck}`);
  console.log(
    `Commands: ${String(acknowledged)} acknowledged, ${String(repeated)} of them after a repeat; ${String(stale)} marked as stale, the longest seen after ${(ledger.maxStaleMs / 1_000).toFixed(1)} s`,
  );
  console.log(
    `Visits: ${String(visits.acknowledged)} acknowledged, ${String(visits.unknown)} unknown, ${String(counted)} counted`,
  );
  for (const wrong of wrongs) console.log(`WRONG: ${wrong}`);
  console.log(wrongs.length === 0 ? 'Everything is in order.' : 'Not everything is in order.');
}
