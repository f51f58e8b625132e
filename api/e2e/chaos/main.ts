import { Command } from 'commander';
import { atLeast } from '../program.ts';
import { runChaos, type ChaosResult } from './run-chaos.ts';

const values = new Command('chaos')
  .option('--seconds <number>', '', atLeast(1), 60)
  .option('--seed <number>', '', atLeast(0), Math.floor(Math.random() * 1_000_000))
  .parse()
  .opts<{ seconds: number; seed: number }>();
const result = await runChaos({
  ...values,
  eventstoreUrl: process.env['EVENTSTORE_URL'] ?? null,
  mongodbUrl: process.env['MONGODB_URL'] ?? null,
  print: (line) => console.log(line),
});
summarize(result);
process.exitCode = result.violations.length === 0 ? 0 : 1;

function summarize({ journal, counted, faults, violations }: ChaosResult): void {
  const { acknowledged, repeated, stale } = journal.commands;
  const visits = { acknowledged: 0, unknown: 0 };
  for (const each of journal.visits) {
    visits.acknowledged += each.acknowledged;
    visits.unknown += each.unknown;
  }
  const injected = [...faults].map(([name, times]) => `${name} ${times}`).join(', ');
  console.log(`Faults: ${injected}`);
  console.log(
    `Commands: ${acknowledged} acknowledged, ${repeated} of them after a retry; ${stale} marked as stale, visible after at most ${(journal.maxStaleMs / 1_000).toFixed(1)} s`,
  );
  console.log(
    `Visits: ${visits.acknowledged} acknowledged, ${visits.unknown} unknown, ${counted} counted`,
  );
  for (const violation of violations) console.log(`VIOLATION: ${violation}`);
  console.log(violations.length === 0 ? 'No violation.' : `Repeat with --seed ${values.seed}.`);
}
