import { join } from 'node:path';
import { openSqliteEventStore } from '@directory/domain/event-store/sqlite';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { expect, test } from 'vitest';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf } from '../testing/details.ts';
import { useProjectionFixture, visit } from '../testing/projection-fixture.ts';
import { checkLog, type LogAnchor } from './check-log.ts';

const { stores, append } = useProjectionFixture();
const { submitted } = eventsOf(1);

async function anchorOf(): Promise<LogAnchor> {
  const { events, digest } = await checkLog(stores().log.stored);
  return { time: '2026-11-22T10:00:00.000Z', events, digest };
}

function tamper(sql: string): void {
  const db = new BetterSqlite3(join(stores().dataDir, 'events.db'));
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
}

async function fillLog(): Promise<LogAnchor> {
  await append(submitted(), visit(1), visit(1), visit(2), eventsOf(2).submitted(), visit(2));
  return anchorOf();
}

test('a log that grew fits its anchors', async () => {
  const anchors = [await anchorOf(), await fillLog()];
  await append(visit(1));
  anchors.push(await anchorOf());
  await append(visit(3));
  const findings = await checkLog(stores().log.stored, anchors);
  expect(findings).toMatchObject({ events: 8, histories: 2, broken: [], unfit: [] });
  expect(findings.fit).toEqual(anchors.at(-1));
  expect(new Set(anchors.map(({ digest }) => digest)).size).toBe(3);
});

test('an event about no listing is of no other one', async () => {
  await append({ type: 'ViewPaused', data: { view: 'listings' } });
  expect(await checkLog(stores().log)).toMatchObject({ events: 1, histories: 0, broken: [] });
});

const last = 'position = (SELECT max(position) FROM events)';

test.each([
  [
    'a changed byte in the last event',
    `UPDATE events SET data = replace(data, 'true', 'false') WHERE ${last}`,
  ],
  ['a removed last event', `DELETE FROM events WHERE ${last}`],
  [
    'another id of an event',
    `UPDATE events SET event_id = x'00000000000040008000000000000000' WHERE ${last}`,
  ],
  ['another revision of an event', `UPDATE events SET revision = revision + 1 WHERE ${last}`],
  [
    'a removed stream',
    `DELETE FROM events WHERE stream_id = (SELECT id FROM streams WHERE name = 'business-${businessIdOf(2)}')`,
  ],
  [
    'a stream under another name',
    `UPDATE streams SET name = 'business-${businessIdOf(9)}' WHERE name = 'business-${businessIdOf(2)}'`,
  ],
])('%s does not fit an earlier anchor', async (_, sql) => {
  const anchor = await fillLog();
  const unfit = async () => {
    const log = await openSqliteEventStore({ file: join(stores().dataDir, 'events.db') });
    const findings = await checkLog(log, [anchor]);
    await log.close();
    return findings.unfit;
  };
  expect(await unfit()).toEqual([]);
  tamper(sql);
  expect(await unfit()).toEqual([anchor]);
});

test('a removed event within a stream is a gap, also without an anchor', async () => {
  await fillLog();
  tamper('DELETE FROM events WHERE position = 2');
  expect((await checkLog(stores().log)).broken).toEqual([
    { stream: `visits-${businessIdOf(1)}`, revision: 1, problem: 'gap' },
  ]);
});

test.each(['business', 'visits'])(
  'a stream of %s under another name was moved, also without an anchor',
  async (kind) => {
    await fillLog();
    const [stream, moved] = [2, 9].map((number) => `${kind}-${businessIdOf(number)}`);
    tamper(`UPDATE streams SET name = '${moved}' WHERE name = '${stream}'`);
    const log = await openSqliteEventStore({ file: join(stores().dataDir, 'events.db') });
    expect((await checkLog(log)).broken).toEqual([
      { stream: moved, revision: 0, problem: 'moved' },
    ]);
    await log.close();
  },
);

test('a stream with two gaps is named once, with the first', async () => {
  await append(visit(1), visit(1), visit(1), visit(1), visit(1));
  tamper('DELETE FROM events WHERE position IN (2, 4)');
  expect((await checkLog(stores().log)).broken).toMatchObject([{ revision: 2, problem: 'gap' }]);
});
