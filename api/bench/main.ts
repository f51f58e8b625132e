import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from '@directory/projections/stores';
import { generateLog } from '../../projections/src/testing/generate-log.ts';
import { benchAppend } from './append.ts';
import { benchPings, benchReads } from './http.ts';
import type { Figure } from './measure.ts';
import { benchReplay } from './replay.ts';
import { benchStart } from './start.ts';

const rounds = 3;
const events = 100_000;

const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  show(await benchAppend(await folder('append'), rounds));
  const replayed = await folder('replay');
  await fill(replayed);
  show(await benchReplay(replayed, events, rounds));
  show(await benchReads(replayed, rounds));
  show(await benchPings(replayed, rounds));
  const { seconds, megabytes } = await benchStart(replayed);
  console.log(
    `start with ${String(events)} events or more: ready in ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB at the most`,
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

function folder(name: string): Promise<string> {
  return mkdtemp(join(dataDir, `${name}-`));
}

async function fill(folder: string): Promise<void> {
  const log = await openLog({ dataDir: folder, eventstoreUrl: null });
  await generateLog(log, { events });
  await log.close();
}

function show(figures: readonly Figure[]): void {
  for (const { name, unit, ours, reference, against } of figures)
    console.log(
      `${name.padEnd(28)} ${round(ours)} ${unit.padEnd(10)} ${(ours / reference).toFixed(2)} of ${round(reference)} (${against})`,
    );
}

function round(value: number): string {
  return value.toFixed(0).padStart(8);
}
