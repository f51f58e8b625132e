import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { detailsOf } from './business/business.ts';
import type { BusinessCommand } from './business/decide.ts';
import type { DetailChanges } from './business/details.ts';
import * as schemas from './business/upcast.ts';
import { startOfLog, WrongRevision, type RecordedEvent } from './event-store/event-store.ts';
import { eventHash, firstTamperedRevision } from './event-store/hash-chain.ts';
import { openSqliteEventStore } from './event-store/sqlite/sqlite-event-store.ts';
import {
  commandHandler,
  WrittenByNewerVersion,
  type CommandContext,
  type CommandOutcome,
} from './handle-command.ts';
import { foldBusiness, readHistory } from './read-history.ts';
import { OwnerKeysUnavailable } from './personal-data/owner-keys.ts';
import { directoryLog, type DirectoryLog } from './personal-data/directory-log.ts';
import { businessStream, parseBusinessId, type BusinessId } from './business/events.ts';
import { completeDetails, ownerId, submitted as submittedEvent } from './testing/builders.ts';
import { plainEvent, someEvent, someMetadata } from './testing/events.ts';
import { keysInMemory, withKeysInMemory } from './testing/memory-keys.ts';

let folder: string;
let log: DirectoryLog;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handle-command-'));
  log = withKeysInMemory(await openSqliteEventStore({ file: join(folder, 'events.db') }));
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

const { currentSchema } = schemas;

let businesses = 0;
function newBusiness(): BusinessId {
  businesses += 1;
  return parseBusinessId(`01KB${businesses.toString().padStart(22, '0')}`);
}

function context(given: Partial<CommandContext> = {}): CommandContext {
  return {
    commandId: randomUUID(),
    correlationId: randomUUID(),
    actor: { id: ownerId, role: 'user' },
    time: '2026-11-21T08:00:00.000Z',
    ...given,
  };
}

const submit = (businessId: BusinessId, owner = ownerId): BusinessCommand => ({
  type: 'SubmitBusiness',
  businessId,
  ownerId: owner,
  details: completeDetails(),
});
const approve = (businessId: BusinessId): BusinessCommand => ({
  type: 'ApproveBusiness',
  businessId,
});
const rename = (businessId: BusinessId, businessName: string): BusinessCommand => ({
  type: 'EditBusiness',
  businessId,
  ownerId,
  changes: { businessName },
});

const statusIn = ({ history }: CommandOutcome) => foldBusiness(history).status;

async function submitted() {
  const handle = commandHandler(log);
  const id = newBusiness();
  await handle(submit(id), context());
  return { handle, id, stream: businessStream(id) };
}

test('a command appends its events and returns their position', async () => {
  const id = newBusiness();
  const outcome = await commandHandler(log)(submit(id), context());
  expect(outcome).toMatchObject({ events: [{ type: 'BusinessSubmitted' }], revision: 0 });
  expect(foldBusiness(outcome.history)).toMatchObject({
    status: 'pending',
    businessId: id,
    ownerId,
  });
  const [stored] = await log.readStream(businessStream(id));
  expect(stored).toMatchObject({ type: 'BusinessSubmitted', position: outcome.position });
  expect(outcome.history).toEqual([stored && plainEvent(stored)]);
  expect(await log.readLast(1)).toEqual([stored]);
});

test('events record actor, time and request', async () => {
  const id = newBusiness();
  const request = context({ demonstration: true, actor: { id: 'admin-1', role: 'admin' } });
  await commandHandler(log)(submit(id), request);
  const [stored] = await log.readStream(businessStream(id));
  expect(stored?.metadata).toEqual({
    commandId: request.commandId,
    correlationId: request.correlationId,
    actor: { id: 'admin-1', role: 'admin' },
    time: '2026-11-21T08:00:00.000Z',
    schema: currentSchema,
    demonstration: true,
  });
});

test('a refused command appends nothing', async () => {
  const { handle, id, stream } = await submitted();
  await expect(handle(submit(id), context())).rejects.toMatchObject({
    code: 'business-already-exists',
  });
  expect(await log.readStream(stream)).toHaveLength(1);
});

test('a command without changes appends nothing and returns the revision of the listing', async () => {
  const { handle, id, stream } = await submitted();
  const outcome = await handle(rename(id, 'Nasi Lemak Wanjo'), context());
  expect(outcome).toMatchObject({ events: [], revision: 0 });
  expect(statusIn(outcome)).toBe('pending');
  const stored = await log.readStream(stream);
  expect(outcome.position).toBe(stored[0]?.position);
  expect(stored).toHaveLength(1);
});

test('an import with publication appends both events in one append', async () => {
  const id = newBusiness();
  const outcome = await commandHandler(log)(
    {
      type: 'ImportBusiness',
      businessId: id,
      ownerId: null,
      details: completeDetails(),
      source: 'OpenStreetMap node 1',
      licence: 'ODbL 1.0',
      publish: true,
    },
    context(),
  );
  expect(outcome.revision).toBe(1);
  expect(statusIn(outcome)).toBe('approved');
  const stored = await log.readStream(businessStream(id));
  expect(stored.map(({ type }) => type)).toEqual(['BusinessImported', 'BusinessApproved']);
  expect(outcome.history.map(({ id, revision }) => ({ id, revision }))).toEqual(
    stored.map(({ id, revision }) => ({ id, revision })),
  );
  expect(await firstTamperedRevision(await log.stored.readStream(businessStream(id)))).toBeNull();
});

describe('a repeated request', () => {
  test('gets the first result and appends nothing', async () => {
    const id = newBusiness();
    const request = context();
    const handle = commandHandler(log);
    const first = await handle(submit(id), request);
    const again = await handle(submit(id), request);
    expect(again).toMatchObject({ ...first, events: first.events });
    expect(await log.readStream(businessStream(id))).toHaveLength(1);
  });

  test('gets the first result after the listing changed', async () => {
    const { handle, id, stream } = await submitted();
    const request = context();
    const first = await handle(approve(id), request);
    await handle(rename(id, 'Kafe Baru'), context());
    const again = await handle(approve(id), request);
    expect(again).toMatchObject({
      history: first.history,
      revision: first.revision,
      position: first.position,
    });
    expect(statusIn(again)).toBe('approved');
    expect(await log.readStream(stream)).toHaveLength(3);
  });

  test('is executed once when both arrive at the same time', async () => {
    const { handle, id, stream } = await submitted();
    const request = context();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => handle(rename(id, 'Kafe Baru'), request)),
    );
    expect(new Set(outcomes.map(({ position }) => position)).size).toBe(1);
    expect(await log.readStream(stream)).toHaveLength(2);
  });

  test.each([
    ['edit', async () => (await submitted()).id, rename],
    [
      'submission',
      async () => newBusiness(),
      (id: BusinessId, businessName: string): BusinessCommand => ({
        ...{ type: 'SubmitBusiness', businessId: id, ownerId },
        details: { ...completeDetails(), businessName },
      }),
    ],
  ] as const)(
    'with other content at the same time is refused, and the log has the %s that was accepted',
    async (_, begin, commandOf) => {
      const id = await begin();
      const commandId = randomUUID();
      const named = async (name: string) => {
        const request = context({ commandId, fingerprint: name });
        const { history } = await commandHandler(log)(commandOf(id, name), request);
        return foldBusiness(history);
      };
      const [first, second] = await Promise.allSettled([named('Kafe Satu'), named('Kafe Dua')]);
      expect(first).toMatchObject({ value: { details: { businessName: 'Kafe Satu' } } });
      expect(second).toMatchObject({ reason: { code: 'command-id-reused' } });
      const { history } = await readHistory(log, id);
      expect(history.filter(({ metadata }) => metadata.commandId === commandId)).toHaveLength(1);
      expect(foldBusiness(history)).toMatchObject({ details: { businessName: 'Kafe Satu' } });
    },
  );

  test('at the same time gets what the other one was completed to', async () => {
    const { handle, id } = await submitted();
    const request = context({ fingerprint: 'same' });
    const completedTo = async (name: string) => {
      const complete = async () => rename(id, name);
      const { history } = await handle(rename(id, 'Kafe Baru'), { ...request, complete });
      return detailsOf(foldBusiness(history))?.businessName;
    };
    expect(await Promise.all([completedTo('Kafe Satu'), completedTo('Kafe Dua')])).toEqual([
      'Kafe Satu',
      'Kafe Satu',
    ]);
  });
});

describe('a decision with an expected revision', () => {
  test('is accepted at that revision', async () => {
    const { handle, id } = await submitted();
    const outcome = await handle(approve(id), context({ seenRevision: 0 }));
    expect(statusIn(outcome)).toBe('approved');
  });

  test('is refused for a stale revision and appends nothing', async () => {
    const { handle, id, stream } = await submitted();
    await handle(rename(id, 'Kafe Baru'), context());
    const stale = handle(approve(id), context({ seenRevision: 0 }));
    await expect(stale).rejects.toMatchObject({ name: 'Rejection', code: 'wrong-revision' });
    expect(await log.readStream(stream)).toHaveLength(2);
  });

  test('is refused for a stale revision after one look at the history', async () => {
    const { handle, id } = await submitted();
    await handle(rename(id, 'Kafe Baru'), context());
    const reads = vi.spyOn(log.stored, 'readStream');
    await expect(handle(approve(id), context({ seenRevision: 0 }))).rejects.toThrow();
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  test('is refused when the listing changes concurrently', async () => {
    const { handle, id, stream } = await submitted();
    const outcomes = await Promise.allSettled([
      handle(rename(id, 'Kafe Satu'), context({ seenRevision: 0 })),
      handle(rename(id, 'Kafe Dua'), context({ seenRevision: 0 })),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await log.readStream(stream)).toHaveLength(2);
  });

  test('is accepted once when several send it concurrently', async () => {
    const { handle, id, stream } = await submitted();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => handle(approve(id), context({ seenRevision: 0 }))),
    );
    expect(outcomes.map(statusIn)).toEqual(outcomes.map(() => 'approved'));
    expect(await log.readStream(stream)).toHaveLength(2);
  });

  test('is not found for a deleted listing, at any revision', async () => {
    const { handle, id } = await submitted();
    await handle({ type: 'DeleteBusiness', businessId: id }, context());
    for (const gone of [id, newBusiness()])
      await expect(handle(approve(gone), context({ seenRevision: 0 }))).rejects.toMatchObject({
        code: 'business-not-found',
      });
  });
});

test('concurrent commands are each decided on the newest state', async () => {
  const { handle, id, stream } = await submitted();
  const names = ['Kafe Satu', 'Kafe Dua', 'Kafe Tiga', 'Kafe Empat'];
  await Promise.all(names.map((name) => handle(rename(id, name), context())));
  const stored = await log.readStream(stream);
  expect(stored).toHaveLength(5);
  expect(await firstTamperedRevision(await log.stored.readStream(stream))).toBeNull();
  const renamed = stored.slice(1).map(({ data }) => 'changes' in data && data.changes);
  expect(renamed).toEqual(expect.arrayContaining(names.map((businessName) => ({ businessName }))));
});

describe('a command for a listing that changes at the same time', () => {
  /** Lets others come first, `times` in a row. */
  function interrupted(times: number) {
    const append = log.append.bind(log);
    return vi.spyOn(log, 'append').mockImplementation(async (stream, events, options) => {
      times -= 1;
      if (times >= 0) throw new WrongRevision(stream, options.expected, 99);
      return append(stream, events, options);
    });
  }

  test('is decided again, after a pause', async () => {
    const { handle, id } = await submitted();
    const appends = interrupted(5);
    const started = performance.now();
    const outcome = await handle(approve(id), context());
    appends.mockRestore();
    expect(statusIn(outcome)).toBe('approved');
    expect(performance.now() - started).toBeGreaterThan(50);
  });

  test('is given up in the end with WrongRevision', async () => {
    const { handle, id, stream } = await submitted();
    const appends = interrupted(100);
    await expect(handle(approve(id), context())).rejects.toBeInstanceOf(WrongRevision);
    appends.mockRestore();
    expect(await log.readStream(stream)).toHaveLength(1);
  });
});

test('of two concurrent opposite decisions one is accepted and the other refused', async () => {
  const { handle, id, stream } = await submitted();
  const outcomes = await Promise.allSettled([
    handle(approve(id), context()),
    handle({ type: 'RejectBusiness', businessId: id, reason: null }, context()),
  ]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toMatchObject({ code: 'business-already-decided' });
  expect(await log.readStream(stream)).toHaveLength(2);
});

describe('the hash chain of a command history', () => {
  async function history(): Promise<readonly RecordedEvent[]> {
    const { handle, id, stream } = await submitted();
    await handle(rename(id, 'Kafe Baru — ☕'), context());
    await handle(approve(id), context());
    await handle({ type: 'WithdrawDecision', businessId: id }, context());
    await handle({ type: 'DeleteBusiness', businessId: id }, context());
    await handle({ type: 'RestoreBusiness', businessId: id }, context());
    const restored = { businessId: id, ownerId, details: completeDetails(), version: 0 };
    await handle({ type: 'RestoreVersion', ...restored, approve: true }, context());
    return log.stored.readStream(stream);
  }

  test('is valid', async () => {
    const stored = await history();
    expect(stored).toHaveLength(8);
    expect(await firstTamperedRevision(stored)).toBeNull();
  });

  test('breaks when an event is altered', async () => {
    const stored = await history();
    const altered = stored.map((event) =>
      event.revision === 1
        ? { ...plainEvent(event), data: { ...event.data, ownerId: 'somebody' } }
        : event,
    );
    expect(await firstTamperedRevision(altered)).toBe(2);
  });
});

test('append encrypts what is not encrypted yet', async () => {
  const stream = businessStream(newBusiness());
  const event = someEvent(submittedEvent());
  await log.append(stream, [event], { expected: 'none' });
  expect((await log.stored.readStream(stream))[0]?.data).toHaveProperty('encrypted');
  expect(await log.readStream(stream)).toMatchObject([event]);
});

describe('without the keys of earlier owners', () => {
  test('their listings are not read or written, and no key is made for them', async () => {
    const { id } = await submitted();
    const keys = keysInMemory();
    const handle = commandHandler(directoryLog(log.stored, keys));
    const other = newBusiness();
    for (const command of [submit(other), rename(id, 'Kafe Baru'), approve(id)])
      await expect(handle(command, context())).rejects.toThrow(OwnerKeysUnavailable);
    expect(await keys.all()).toEqual([]);
    expect(await log.readStream(businessStream(other))).toEqual([]);
  });

  test('a new owner submits, also after another one was refused', async () => {
    await submitted();
    const keys = keysInMemory();
    const handle = commandHandler(directoryLog(log.stored, keys));
    await expect(handle(submit(newBusiness()), context())).rejects.toThrow(OwnerKeysUnavailable);
    for (const id of [newBusiness(), newBusiness()])
      await handle(submit(id, 'new-owner'), context());
    expect(await keys.all()).toMatchObject([{ owner: 'new-owner' }]);
  });

  test('an owner whose events an earlier release did not encrypt gets one', async () => {
    const id = newBusiness();
    const data = { ...submittedEvent().data, businessId: id, ownerId: 'early' };
    const event = someEvent({ ...submittedEvent(), data });
    await log.stored.append(businessStream(id), [event], { expected: 'none' });
    const keys = keysInMemory();
    const edit = { ...rename(id, 'Kafe Baru'), ownerId: 'early' } as BusinessCommand;
    await commandHandler(directoryLog(log.stored, keys))(edit, context());
    expect(await keys.all()).toMatchObject([{ owner: 'early' }]);
  });

  test('a new owner has the log read from where nothing of theirs was seen', async () => {
    const { id } = await submitted();
    const upTo = (await log.readStream(businessStream(id)))[0]?.position ?? startOfLog;
    const keys = keysInMemory();
    const read = vi.spyOn(log.stored, 'readAll');
    onTestFinished(() => read.mockRestore());
    const handle = commandHandler(directoryLog(log.stored, keys, async () => upTo));
    await handle(submit(newBusiness(), 'another-owner'), context());
    expect(read.mock.calls).toEqual([[expect.objectContaining({ after: upTo })]]);
  });
});

describe('the next schema', () => {
  const former = currentSchema;
  const next = former + 1;
  /** As if the next release renamed the name of a business in its submission. */
  const table: schemas.Upcasters = {
    BusinessSubmitted: {
      [former]: (data) => {
        const { details } = data as { details: { businessName: string } };
        return { ...data, details: { ...details, businessName: `${details.businessName} (next)` } };
      },
    },
  };

  function release() {
    const { upcast, upcastData } = schemas;
    const mocked = [
      vi.spyOn(schemas, 'currentSchema', 'get').mockReturnValue(next),
      vi.spyOn(schemas, 'upcast').mockImplementation((event) => upcast(event, table)),
      vi.spyOn(schemas, 'upcastData').mockImplementation((event) => upcastData(event, table)),
    ];
    onTestFinished(() => mocked.forEach((each) => each.mockRestore()));
  }

  test('is reached by a step from encrypted and plain events alike, and new events have it', async () => {
    const { handle, id, stream } = await submitted();
    const plain = newBusiness();
    const plainStream = businessStream(plain);
    for (const schema of [1, former]) {
      const event = someEvent({ ...submittedEvent(), metadata: someMetadata({ schema }) });
      await log.stored.append(plainStream, [event], { expected: 'any' });
    }
    release();
    for (const read of [id, plain]) {
      const { history } = await readHistory(log, read);
      for (const { type, data } of history)
        expect({ type, data }).toMatchObject({
          type: 'BusinessSubmitted',
          data: { details: { businessName: 'Nasi Lemak Wanjo (next)' } },
        });
      expect(history).toHaveLength(read === plain ? 2 : 1);
    }
    await handle(rename(id, 'Kafe Baru'), context());
    await handle(approve(id), context());
    const added = newBusiness();
    await handle(submit(added), context());
    const stored = [
      ...(await log.stored.readStream(stream)),
      ...(await log.stored.readStream(businessStream(added))),
    ];
    expect(stored.map(({ type, metadata }) => [type, metadata.schema])).toEqual([
      ['BusinessSubmitted', former],
      ['BusinessEdited', next],
      ['BusinessApproved', next],
      ['BusinessSubmitted', next],
    ]);
    const { history } = await readHistory(log, added);
    expect(history).toMatchObject([{ data: { details: { businessName: 'Nasi Lemak Wanjo' } } }]);
  });
});

describe('a listing that a newer version wrote to', () => {
  test.each([
    { what: 'an event of an unknown type', type: 'BusinessSuspended', schema: currentSchema },
    { what: 'a newer schema of an event', type: 'BusinessDeleted', schema: currentSchema + 1 },
  ])('is not decided on: $what', async ({ type, schema }) => {
    const { handle, id, stream } = await submitted();
    const [known] = await log.readStream(stream);
    if (!known) throw new Error('nothing was stored');
    const metadata = { ...known.metadata, schema, previous: eventHash(known) };
    await log.append(stream, [{ id: randomUUID(), type, data: known.data, metadata }], {
      expected: 0,
    });
    for (const command of [approve(id), rename(id, 'Kafe Baru')])
      await expect(handle(command, context())).rejects.toBeInstanceOf(WrittenByNewerVersion);
    expect(await log.readStream(stream)).toHaveLength(2);
  });

  test('is still read, without the events of unknown types', async () => {
    const { id, stream } = await submitted();
    const [known] = await log.readStream(stream);
    if (!known) throw new Error('nothing was stored');
    const newer = { ...plainEvent(known), id: randomUUID(), type: 'BusinessSuspended' };
    await log.append(stream, [newer], { expected: 0 });
    const { history } = await readHistory(log, id);
    expect(history.map(({ type }) => type)).toEqual(['BusinessSubmitted']);
  });
});

test('a command is completed once the rules accept it, and not when refused or repeated', async () => {
  const { handle, id } = await submitted();
  let completed = 0;
  const complete = (command: BusinessCommand) => () => {
    completed += 1;
    return Promise.resolve(command);
  };
  const once = context({ complete: complete(rename(id, 'Completed')) });
  const outcome = await handle(rename(id, 'Pending'), once);
  expect(outcome.events).toMatchObject([{ data: { changes: { businessName: 'Completed' } } }]);
  expect((await handle(rename(id, 'Pending'), once)).revision).toBe(outcome.revision);
  const refused = handle(rename(id, ''), context({ complete: complete(rename(id, 'Never')) }));
  await expect(refused).rejects.toMatchObject({ code: 'required-field-cleared' });
  const ahead = context({ complete: complete(rename(id, 'Never')), seenRevision: 99 });
  await expect(handle(rename(id, 'Never'), ahead)).rejects.toMatchObject({
    code: 'wrong-revision',
  });
  expect(completed).toBe(1);
});

test('a command that changes nothing once it is completed appends nothing', async () => {
  const { handle, id, stream } = await submitted();
  const complete = () => Promise.resolve(rename(id, 'Nasi Lemak Wanjo'));
  const outcome = await handle(rename(id, 'Pending'), context({ complete }));
  expect(outcome).toMatchObject({ events: [], revision: 0 });
  expect(await log.readStream(stream)).toHaveLength(1);
});

test('a completed edit of an older version leaves what others changed since', async () => {
  const { handle, id } = await submitted();
  const edit = (changes: DetailChanges): BusinessCommand => ({
    type: 'EditBusiness',
    businessId: id,
    ownerId,
    changes,
  });
  await handle(edit({ phone: '019-0000000' }), context());
  const form = (imagePath: string) => edit({ ...completeDetails(), imagePath });
  const complete = () => Promise.resolve(form('stored.webp'));
  const outcome = await handle(form('digest'), context({ seenRevision: 0, complete }));
  expect(outcome.events).toMatchObject([{ data: { changes: { imagePath: 'stored.webp' } } }]);
  expect(detailsOf(foldBusiness(outcome.history))?.phone).toBe('019-0000000');
});

test('a correction and a restored version leave what others changed since', async () => {
  const handle = commandHandler(log);
  const businessId = newBusiness();
  const details = completeDetails();
  const source = { source: 'OpenStreetMap node 1', licence: 'ODbL 1.0', publish: true };
  const correct = (changes: DetailChanges): BusinessCommand => ({
    type: 'CorrectBusiness',
    businessId,
    changes,
  });
  const restored = { type: 'RestoreVersion', version: 0, details, approve: true } as const;
  await handle(
    { type: 'ImportBusiness', businessId, ownerId: null, details, ...source },
    context(),
  );
  const seen = await handle(correct({ phone: '019-0000000' }), context());
  const seenRevision = seen.revision ?? undefined;
  await handle(correct({ address: 'Jalan Lain' }), context());
  await handle(correct({ website: 'https://a.example' }), context({ seenRevision }));
  const last = await handle({ ...restored, businessId, ownerId: null }, context({ seenRevision }));
  expect(detailsOf(foldBusiness(last.history))).toMatchObject({
    phone: details.phone,
    address: 'Jalan Lain',
    website: 'https://a.example',
  });
});
