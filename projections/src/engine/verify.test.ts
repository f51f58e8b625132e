import { join } from 'node:path';
import { BetterSqlite3 } from '@directory/domain/sqlite-driver';
import { commandHandler } from '@directory/domain';
import { startOfLog } from '@directory/domain/event-store';
import { describe, expect, test } from 'vitest';
import { openScratchViewStore } from '../stores.ts';
import { eventsOf } from '../testing/business-events.ts';
import { businessIdOf, completeDetails } from '../testing/details.ts';
import { withFault } from '../testing/faulty-store.ts';
import { generateLog } from '../testing/generate-log.ts';
import {
  allViews,
  definitions,
  soon,
  useProjectionFixture,
  visit,
} from '../testing/projection-fixture.ts';
import { checkLog, type LogAnchor } from './check-log.ts';
import {
  describeCopy,
  describeFaults,
  describeFindings,
  isConsistent,
  verifyViews,
  type Findings,
} from './verify.ts';
import { pauseView } from './operations.ts';
import { rebuildViews } from './rebuild.ts';
import type { AnyView } from './view.ts';

const { stores, start, append } = useProjectionFixture();
const { listings, hourlyViews } = definitions;
const { submitted, approved } = eventsOf(1);

async function verify(
  views: readonly AnyView[] = allViews,
  anchors: readonly LogAnchor[] = [],
  store = stores().store,
): Promise<Findings> {
  const { log } = stores();
  const scratch = await openScratchViewStore();
  try {
    return await verifyViews({ log, store, scratch, views, anchors });
  } finally {
    await scratch.close();
  }
}

async function onFile(name: 'events.db' | 'views.db' | 'accounts.db', sql: string): Promise<void> {
  const db = new BetterSqlite3(join(stores().dataDir, name));
  db.exec(sql);
  db.close();
}

async function documentsTable(view: string): Promise<string> {
  const generations = await stores().store.generations();
  const live = generations.find((each) => each.live && each.view === view);
  return `documents_${live?.id ?? ''}`;
}

test('verify passes for views of the projector', async () => {
  await generateLog(stores().log, { events: 3_000, businesses: 300 });
  await start().waitUntilVisible(await stores().log.head(), soon);
  const findings = await verify();
  expect(
    findings.views.map(({ view, documents, differing }) => [view, documents, differing]),
  ).toEqual([
    ['listings', 300, []],
    ['approved-list', 300, []],
    ['owner-summary', 50, []],
    ['hourly-views', expect.any(Number), []],
    ['reviews', 300, []],
    ['audit', expect.any(Number), []],
  ]);
  expect(findings.log).toMatchObject({ events: 3_000, histories: 300, broken: [], unfit: [] });
  expect(isConsistent(findings)).toBe(true);
  expect(describeFindings(findings)[0]).toBe('listings: 300 documents agree with the log.');
});

describe('verify of an inconsistent view names the documents', () => {
  const prepared = async () => {
    const projector = start();
    await projector.waitUntilVisible(
      await append(submitted(), eventsOf(2).submitted(), visit(1)),
      soon,
    );
    await projector.stop();
  };

  test('that differ', async () => {
    await prepared();
    const table = await documentsTable('hourly-views');
    await onFile('views.db', `UPDATE ${table} SET doc = replace(doc, '"views":1', '"views":2')`);
    const findings = await verify();
    expect(findings.views[3]?.differing).toEqual([
      { id: businessIdOf(1), problem: 'differs' },
      { id: `${businessIdOf(1)}/2026-11`, problem: 'differs' },
    ]);
    expect(isConsistent(findings)).toBe(false);
    expect(describeFaults(findings)).toBe('Views and log do not agree.');
    expect(describeFindings(findings).slice(3, 5)).toEqual([
      'hourly-views: 2 of 2 documents do not agree with the log.',
      `  ${businessIdOf(1)} differs`,
    ]);
  });

  test('that are missing or unexpected', async () => {
    await prepared();
    const table = await documentsTable('listings');
    await onFile('views.db', `UPDATE ${table} SET id = 'stray' WHERE id = '${businessIdOf(2)}'`);
    expect((await verify([listings])).views[0]?.differing).toEqual([
      { id: businessIdOf(2), problem: 'missing' },
      { id: 'stray', problem: 'unexpected' },
    ]);
  });
});

test.each([
  ['the program that quarantined it', true],
  ['one that can fold its event', false],
])('verify by %s names a quarantined document', async (_, isBroken) => {
  const evolve: AnyView['evolve'] = (doc, event, id) => {
    if (event.type === 'BusinessApproved') throw new Error('no such case');
    return (listings as AnyView).evolve(doc, event, id);
  };
  const broken = { ...listings, evolve };
  const projector = start({ views: [broken] });
  await projector.waitUntilVisible(await append(submitted(), approved), soon);
  await projector.stop();
  const findings = await verify([isBroken ? broken : listings]);
  expect(isConsistent(findings)).toBe(false);
  expect(describeFindings(findings).slice(0, 2)).toEqual([
    'listings: 1 of 1 documents does not agree with the log.',
    `  ${businessIdOf(1)} quarantined`,
  ]);
});

test('verify compares a view that is behind up to its position', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await pauseView(stores().store, 'listings');
  await projector.waitUntilVisible(await append(approved), soon);
  expect((await verify()).views.map(({ differing }) => differing)).toEqual([
    [],
    [],
    [],
    [],
    [],
    [],
  ]);
});

test('verify passes while the projector writes', async () => {
  await generateLog(stores().log, { events: 2_000, businesses: 50 });
  const projector = start();
  await projector.waitUntilVisible(await stores().log.head(), soon);
  const ended = new AbortController();
  const visits = (async () => {
    for (let number = 0; !ended.signal.aborted; number += 1)
      await projector.waitUntilVisible(await append(visit(number % 50)), soon);
  })();
  const findings = await verify([hourlyViews]);
  ended.abort();
  await visits;
  expect(findings.views[0]?.differing).toEqual([]);
});

test.each([
  ['a few times', 5, { documents: 2, unsettled: [] }],
  [
    'each time',
    Infinity,
    { documents: 0, unsettled: [businessIdOf(1), `${businessIdOf(1)}/2026-11`] },
  ],
])('verify compares again what took in later events %s', async (_, times, expected) => {
  const projector = start();
  await projector.waitUntilVisible(await append(visit(1)), soon);
  let loads = 0;
  const busy = withFault(stores().store, async (method) => {
    if (method !== 'load' || (loads += 1) > times) return;
    await projector.waitUntilVisible(await append(visit(1)), soon);
  });
  const { views } = await verify([hourlyViews], [], busy);
  expect(views).toMatchObject([{ ...expected, differing: [], notCompared: null }]);
});

test('verify of a view that is replaced meanwhile says so', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted()), soon);
  await projector.stop();
  const { log, store } = stores();
  const replaced = withFault(store, async (method) => {
    if (method !== 'scan') return;
    for (let round = 0; round < 2; round += 1)
      await rebuildViews({ log, store, views: [listings] });
  });
  const { views } = await verify([listings], [], replaced);
  expect(views).toMatchObject([{ notCompared: 'it was replaced meanwhile', differing: [] }]);
});

test('verify does not compare a missing view or one of another version', async () => {
  const projector = start({ views: [listings] });
  await projector.waitUntilVisible(await append(submitted()), soon);
  await projector.stop();
  const findings = await verify([{ ...listings, version: 'next' }, hourlyViews]);
  expect(findings.views.map(({ notCompared }) => notCompared)).toEqual([
    `it is of version ${listings.version}, not next`,
    'it is not built yet',
  ]);
  expect(isConsistent(findings)).toBe(false);
});

test('verify names the event that cannot be folded, and compares no documents without it', async () => {
  const projector = start();
  await projector.waitUntilVisible(await append(submitted(), approved), soon);
  await projector.stop();
  const [, second] = await stores().log.readAll({ after: startOfLog, limit: 2 });
  const failing = {
    ...listings,
    key: (event: Parameters<typeof listings.key>[0]) => {
      if (event.type === 'BusinessApproved') throw new Error('no key');
      return listings.key(event);
    },
  };
  const [found] = (await verify([failing])).views;
  expect(found).toMatchObject({
    notCompared: `event ${second?.id} (BusinessApproved) cannot be folded: no key`,
    differing: [],
  });
});

test('verify finds that the key of personal data is missing, but not that it was erased', async () => {
  const { log } = stores();
  const context = {
    commandId: '00000000-0000-4000-8000-000000000001',
    correlationId: '00000000-0000-4000-8000-000000000000',
    actor: { id: 'owner-1', role: 'user' } as const,
    time: '2026-11-21T10:00:00.000Z',
  };
  const businessId = businessIdOf(1);
  const submission = { businessId, ownerId: 'owner-1', details: completeDetails() };
  await commandHandler(log)({ type: 'SubmitBusiness', ...submission }, context);
  expect((await verify([])).missingKeys).toEqual([]);
  await onFile('accounts.db', 'DELETE FROM owner_keys');
  const findings = await verify();
  expect(describeFaults(findings)).toBe('Keys of owners are missing.');
  const [, problem, ...named] = describeFindings(findings);
  expect(problem).toContain('what one owner typed cannot be read');
  expect(problem).toContain('or correct MONGODB_URL');
  expect(problem).toContain('npm run erase -- owner ID');
  expect(named).toEqual(['  owner-1']);
  const missingKeys = Array.from({ length: 50 }, (_, number) => `owner-${number}`);
  expect(describeFindings({ ...findings, missingKeys }).at(-1)).toBe('  owner-49');
  expect(isConsistent(findings)).toBe(false);
  await log.ownerKeys.beginErasure('owner-1', 'delete');
  expect(isConsistent(await verify([]))).toBe(true);
});

test('verify names a tampered history', async () => {
  const { log } = stores();
  const handle = commandHandler(log);
  const businessId = businessIdOf(1);
  const context = (number: number) => ({
    commandId: `00000000-0000-4000-8000-00000000000${number}`,
    correlationId: '00000000-0000-4000-8000-000000000000',
    actor: { id: 'owner-1', role: 'user' } as const,
    time: '2026-11-21T10:00:00.000Z',
  });
  const details = completeDetails();
  await handle({ type: 'SubmitBusiness', businessId, ownerId: 'owner-1', details }, context(1));
  await handle({ type: 'ApproveBusiness', businessId }, context(2));
  expect((await verify([])).log).toMatchObject({ histories: 1, broken: [] });
  await onFile('events.db', `UPDATE events SET data = replace(data, '1998', '1997')`);
  const findings = await verify([]);
  expect(findings.log.broken).toEqual([
    { stream: `business-${businessId}`, revision: 1, problem: 'changed' },
  ]);
  expect(isConsistent(findings)).toBe(false);
  expect(describeFaults(findings)).toBe('The log was changed.');
  expect(describeFindings(findings)).toEqual([
    'log: it was changed.',
    `  business-${businessId} was changed before revision 1`,
  ]);
});

test('verify says up to which anchor a changed log is as it was', async () => {
  const anchors: LogAnchor[] = [];
  for (const [day, event] of [submitted(), visit(1)].entries()) {
    await append(event);
    const { events, digest } = await checkLog(stores().log.stored);
    anchors.push({ time: `2026-11-0${day + 1}`, events, digest });
  }
  await onFile('events.db', `UPDATE events SET data = replace(data, 'true', 'false')`);
  expect(describeFindings(await verify([], anchors))).toEqual([
    'log: it was changed.',
    '  the first 2 events are not those of 2026-11-02',
    '  up to event 1 it is as on 2026-11-01',
  ]);
});

test('verify says how many events a log had that lost some', async () => {
  await append(submitted());
  const anchors = [{ time: '2026-11-01', events: 3, digest: 'of three' }];
  expect(describeFindings(await verify([], anchors))).toEqual([
    'log: it was changed.',
    '  there were 3 events on 2026-11-01, and now there are 1',
  ]);
});

test('verify names how many documents were too busy to compare', async () => {
  const { log, missingKeys } = await verify([]);
  const found = { view: 'listings', notCompared: null, documents: 3, unsettled: ['one'] };
  const differing = [{ id: 'other', problem: 'differs' }] as const;
  const views = [
    { ...found, differing: [] },
    { ...found, differing },
  ];
  expect(describeFindings({ views, log, missingKeys }).slice(0, 2)).toEqual([
    'listings: 3 documents agree with the log. Too busy to compare: 1.',
    'listings: 1 of 3 documents does not agree with the log. Too busy to compare: 1.',
  ]);
});

test('verify names at most twenty documents, and says how many more there are', async () => {
  const { log, missingKeys } = await verify([]);
  const lines = (count: number) => {
    const differing = Array.from({ length: count }, (_, index) => {
      return { id: `business-${index}`, problem: 'differs' } as const;
    });
    const found = { view: 'listings', notCompared: null, documents: count, unsettled: [] };
    return describeFindings({ views: [{ ...found, differing }], log, missingKeys }).slice(20, 22);
  };
  expect(lines(20)).toEqual(['  business-19 differs', expect.stringContaining('log: ')]);
  expect(lines(21)).toEqual(['  business-19 differs', '  and 1 more']);
});

test('a copy that newer events follow agrees with its original, and says so', async () => {
  await append(submitted());
  const [second = null] = await stores().log.readAll({ after: startOfLog, limit: 1 });
  const upTo = startOfLog;
  expect(describeCopy({ same: 2, upTo, next: { first: null, second } }, 'the old log')).toBe(
    'events: all 2 agree with the old log, one by one and in order. Newer ones follow.',
  );
});

test('a copy that lacks events, or has others, says from which one on', async () => {
  await append(submitted());
  const [first = null] = await stores().log.readAll({ after: startOfLog, limit: 1 });
  const upTo = startOfLog;
  const stream = `business-${businessIdOf(1)}`;
  expect(describeCopy({ same: 2, upTo, next: { first, second: null } }, 'the old log')).toBe(
    `events: the first 2 agree with the old log; all from number 0 of ${stream} on are missing.`,
  );
  expect(describeCopy({ same: 2, upTo, next: { first, second: first } }, 'the old log')).toBe(
    `events: the first 2 agree with the old log; the next, number 0 of ${stream}, does not.`,
  );
});
