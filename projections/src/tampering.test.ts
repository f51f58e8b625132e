import { join } from 'node:path';
import { commandHandler, type BusinessCommand } from '@directory/domain';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { expect, test } from 'vitest';
import { createProgram } from './cli.ts';
import { businessIdOf, completeDetails } from './testing/details.ts';
import { soon, useProjectionFixture, visit } from './testing/projection-fixture.ts';

const { stores, start, append } = useProjectionFixture();
const [first, second, other] = [businessIdOf(1), businessIdOf(2), businessIdOf(9)];

/** What an operator reads, and why the command fails. */
async function run(...args: readonly string[]): Promise<string> {
  let written = '';
  const output = { write: (text: string) => void (written += text), isTerminal: false };
  const program = createProgram({ DATA_DIR: stores().dataDir }, output);
  await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
    written += String(error);
  });
  return written;
}

/** Two approved listings with visits, their views, and an anchor. The newest event is the second approval. */
async function prepare(): Promise<string> {
  const handle = commandHandler(stores().log);
  let count = 0;
  const command = (given: BusinessCommand) =>
    handle(given, {
      commandId: `00000000-0000-4000-8000-00000000000${(count += 1)}`,
      correlationId: '00000000-0000-4000-8000-000000000000',
      actor: { id: 'admin-1', role: 'admin' },
      time: `2026-11-21T10:00:0${count}.000Z`,
    });
  const submission = { ownerId: 'owner-1', details: completeDetails() };
  await command({ type: 'SubmitBusiness', businessId: first, ...submission });
  await command({ type: 'ApproveBusiness', businessId: first });
  await command({ type: 'SubmitBusiness', businessId: second, ...submission });
  await append(visit(1), visit(2));
  const { position } = await command({ type: 'ApproveBusiness', businessId: second });
  const projector = start();
  if (position) await projector.waitUntilVisible(position, soon);
  await projector.stop();
  const file = join(stores().dataDir, 'anchors.ndjson');
  expect(await run('verify', '--anchor', file)).toContain('anchor: 6 events');
  return file;
}

function tamper(sql: string): void {
  const db = new BetterSqlite3(join(stores().dataDir, 'events.db'));
  db.pragma('foreign_keys = OFF');
  expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  db.close();
}

const ofStream = (id: string) =>
  `stream_id = (SELECT id FROM streams WHERE name = 'business-${id}')`;
const idAt = (position: number) => `(SELECT event_id FROM events WHERE position = ${position})`;
const inOrder = /(the only history is|all 2 histories are) whole\.\n$/;

/** What plain `verify` says: with the views from before, and with views that were rebuilt to hide it. */
test.each([
  {
    tampering: 'one byte of an event',
    sql: `UPDATE events SET data = replace(data, '1998', '1999') WHERE ${ofStream(first)} AND revision = 0`,
    plain: new RegExp(`business-${first} was changed before revision 1\n`),
    rebuilt: new RegExp(`business-${first} was changed before revision 1\n`),
  },
  {
    tampering: 'one byte of the last event of a listing',
    sql: `UPDATE events SET metadata = replace(metadata, 'admin-1', 'admin-2') WHERE ${ofStream(second)} AND revision = 1`,
    plain: new RegExp(`audit: 1 of 4 .*\n.*business-${second}/0000000001 differs\n`),
    rebuilt: inOrder,
  },
  {
    tampering: 'one event removed at the end',
    sql: 'DELETE FROM events WHERE position = (SELECT max(position) FROM events)',
    plain: new RegExp(`audit: 1 of 4 .*\n.*business-${second}/0000000001 unexpected\n`),
    rebuilt: inOrder,
  },
  {
    tampering: 'a removed stream',
    sql: `DELETE FROM events WHERE ${ofStream(first)}`,
    plain: new RegExp(`listings: 1 of 2 .*\n  ${first} unexpected\n`),
    rebuilt: inOrder,
  },
  {
    // Of encrypted events plain verify finds that, too, as the id is bound to the content.
    tampering: 'two swapped ids of events',
    sql: `UPDATE events SET event_id = CASE position WHEN 2 THEN ${idAt(6)} ELSE ${idAt(2)} END WHERE position IN (2, 6)`,
    plain: inOrder,
    rebuilt: inOrder,
  },
  {
    tampering: 'another id of a listing',
    sql: `UPDATE streams SET name = 'business-${other}' WHERE name = 'business-${second}'`,
    plain: new RegExp(`business-${other} has an event of another listing at revision 0\n`),
    rebuilt: new RegExp(`business-${other} has an event of another listing at revision 0\n`),
  },
])('$tampering is found: verify names what it can, an anchor finds all', async (row) => {
  const file = await prepare();
  tamper(row.sql);
  expect(await run('verify')).toMatch(row.plain);
  expect(await run('verify', '--anchor', file)).toMatch(
    /there were 6 events on .*, and now there are \d\n|the first 6 events are not those of .*\n/,
  );
  await run('rebuild');
  expect(await run('verify')).toMatch(row.rebuilt);
  expect(await run('verify', '--anchor', file)).toMatch(
    /the first 6 events are not those of .*\n.*OperatorError: The log was changed\.$/,
  );
});
