import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventHash } from '@directory/domain';
import { startOfLog, type NewEvent } from '@directory/domain/event-store';
import { plainEvent, someEvent, someMetadata, writeFormat1 } from '@directory/domain/testing';
import { openLog } from '@directory/projections/stores';
import { checkLog } from '../../projections/src/engine/check-log.ts';
import { randomNumbers } from '../../projections/src/testing/random-numbers.ts';
import { afterEach, expect, onTestFailed, test } from 'vitest';
import { crashRounds } from './program.ts';

const rounds = crashRounds(6);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1_000_000));
const random = randomNumbers(seed);
const program = fileURLToPath(new URL('./converting-program.ts', import.meta.url));

let dataDir = '';
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test(
  `a conversion of the log that is killed ${rounds} times loses no event`,
  async () => {
    console.log(`Conversion crash test with SEED=${seed}`);
    onTestFailed(() => {
      console.error(`Repeat this conversion crash test with SEED=${seed}`);
    });
    for (let kills = 0; kills < rounds;) {
      dataDir = await mkdtemp(join(tmpdir(), 'conversion-'));
      const streams = oldStreams();
      writeFormat1(join(dataDir, 'events.db'), streams);
      while (kills < rounds && (await convertUntilKilled())) kills += 1;
      await expectWhole(streams);
      await rm(dataDir, { recursive: true });
    }
  },
  120_000 + rounds * 15_000,
);

/** Histories of listings with owners, each event with the hash of the one before, and visits. */
function oldStreams(): Readonly<Record<string, readonly NewEvent[]>> {
  const streams: Record<string, readonly NewEvent[]> = {};
  for (let number = 0; number < 200; number += 1) {
    const subject = { businessId: `listing-${number}`, ownerId: `owner-${number % 20}` };
    const submitted = someEvent({
      type: 'BusinessSubmitted',
      data: { ...subject, details: { openingTimes: null, phone: '03-1234567', kampong: null } },
    });
    const history = [submitted];
    for (let edits = 0; edits < 10; edits += 1) {
      const previous = eventHash(history.at(-1) ?? submitted);
      const changes = { synopsis: `Version ${edits}` };
      const metadata = someMetadata({ previous });
      history.push(someEvent({ type: 'BusinessEdited', data: { ...subject, changes }, metadata }));
    }
    streams[`business-listing-${number}`] = history;
    streams[`visits-listing-${number}`] = Array.from({ length: 30 }, () =>
      someEvent({ type: 'BusinessViewed', data: subject }),
    );
  }
  return streams;
}

/** False when it was done before. Not before the program has begun: starting takes most of the time. */
async function convertUntilKilled(): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir], { stdio: 'ignore' });
  const closed = once(child, 'close');
  const hasBegun = () => child.exitCode !== null || existsSync(join(dataDir, 'accounts.db'));
  await expect.poll(hasBegun, { interval: 5 }).toBe(true);
  await delay(random() * 900);
  child.kill('SIGKILL');
  await closed;
  return child.signalCode === 'SIGKILL';
}

async function expectWhole(streams: Readonly<Record<string, readonly NewEvent[]>>): Promise<void> {
  const log = await openLog({ dataDir, eventstoreUrl: null, mongodbUrl: null });
  const events = (await log.readAll({ after: startOfLog, limit: 100_000 })).map(plainEvent);
  expect(events.map(contentOf)).toEqual(Object.values(streams).flat().map(contentOf));
  expect(await checkLog(log.stored)).toMatchObject({ events: 8_200, histories: 200, broken: [] });
  await log.close();
}

/** What a conversion may not change. */
const contentOf = ({ id, type, data, metadata: { commandId, time, actor } }: NewEvent) => ({
  id,
  type,
  data,
  commandId,
  time,
  actor,
});
