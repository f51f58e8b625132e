import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BusinessEvent } from '../business/events.ts';
import { erasedName } from '../business/personal-fields.ts';
import { currentSchema } from '../business/upcast.ts';
import { toPosition, type NewEvent, type RecordedEvent } from '../event-store/event-store.ts';
import { eventHash } from '../event-store/hash-chain.ts';
import {
  approved,
  businessId,
  completeDetails,
  edited,
  imported,
  ownerId,
  rejected,
  submitted,
} from '../testing/builders.ts';
import { someMetadata } from '../testing/events.ts';
import { keysInMemory } from '../testing/memory-keys.ts';
import { OwnerKeysUnavailable } from './owner-keys.ts';
import { personalData } from './personal-data.ts';

function eventOf({ type, data }: BusinessEvent, given: Partial<NewEvent> = {}): NewEvent {
  return { id: randomUUID(), type, data, metadata: someMetadata(), ...given };
}

/** As the log returns it. */
function stored(event: NewEvent): RecordedEvent {
  const { id, type, data, metadata } = event;
  return { id, type, data, metadata, stream: 's', revision: 0, position: toPosition(1) };
}

async function encrypted(event: NewEvent, keys = keysInMemory()) {
  const [atRest] = await personalData(keys).encrypt([event]);
  if (!atRest) throw new Error('nothing was encrypted');
  return stored(atRest);
}

async function decrypted(event: RecordedEvent, keys: ReturnType<typeof keysInMemory>) {
  const [found] = await personalData(keys).decrypt([event]);
  if (!found) throw new Error('nothing was decrypted');
  return found;
}

const typed = fc.string({ minLength: 4, maxLength: 40 }).filter((text) => text.trim() !== '');
const personal = fc.record({
  businessName: typed,
  phone: typed,
  email: typed,
  address: typed,
  synopsis: typed,
  subCategory: typed,
  latitude: fc.double({ min: 3.1, max: 3.2, noNaN: true }),
  longitude: fc.double({ min: 101.6, max: 101.8, noNaN: true }),
});

test('what is encrypted and decrypted again is what it was, and what is stored holds none of it', async () => {
  const keys = keysInMemory();
  await fc.assert(
    fc.asyncProperty(personal, typed, async (values, text) => {
      const events = [
        submitted(completeDetails(values)),
        edited({ ...values, operatingHours: '24jam' }),
        rejected({ code: 'other', text }),
      ].map((event) => eventOf(event, { metadata: someMetadata({ fingerprint: text }) }));
      for (const event of events) {
        const atRest = await encrypted(event, keys);
        const bytes = JSON.stringify(atRest);
        for (const value of [...Object.values(values), text])
          expect(bytes).not.toContain(JSON.stringify(value));
        expect(await decrypted(atRest, keys)).toEqual(stored(event));
      }
    }),
    { numRuns: 50 },
  );
});

test('what describes the shop and not the person is stored in the clear', async () => {
  const { data, metadata } = await encrypted(eventOf(submitted()));
  const { operatingHours, openingTimes, yearStarted, businessInfo, ...others } = completeDetails();
  const { subCategory, kampong, facilities, imagePath } = others;
  expect(data).toEqual({
    businessId,
    ownerId,
    details: {
      ...{ operatingHours, openingTimes, yearStarted, businessInfo },
      ...{ subCategory, kampong, facilities, imagePath },
    },
    encrypted: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) as unknown,
  });
  expect(metadata.schema).toBe(currentSchema);
});

test('data without an owner and events without personal data are stored as they are', async () => {
  const keys = keysInMemory();
  const events = [imported(), approved, rejected(null), edited({ operatingHours: '24jam' })];
  const given = events.map((event) => eventOf(event));
  expect(await personalData(keys).encrypt(given)).toEqual(given);
  expect(await keys.all()).toEqual([]);
});

test('events without personal data are stored and read while the keys are unreachable', async () => {
  const keys = keysInMemory();
  const find = () => Promise.reject(new OwnerKeysUnavailable('away'));
  const data = personalData({ ...keys, find });
  const event = eventOf(approved);
  expect(await data.encrypt([event])).toEqual([event]);
  expect(await data.decrypt([stored(event)])).toEqual([stored(event)]);
  await data.ping();
});

test('nothing is stored in the clear where a key that was made is not found', async () => {
  const data = personalData({ ...keysInMemory(), add: async () => {} });
  await expect(data.encrypt([eventOf(submitted())])).rejects.toThrow(OwnerKeysUnavailable);
});

test('an event of before there were keys is completed, encrypted and decrypted', async () => {
  const details = Object.fromEntries(
    Object.entries(completeDetails()).filter(([field]) => field !== 'openingTimes'),
  );
  const keys = keysInMemory();
  const atRest = await encrypted(
    { ...eventOf(submitted()), data: { businessId, ownerId, details } },
    keys,
  );
  expect((await decrypted(atRest, keys)).data).toEqual({
    businessId,
    ownerId,
    details: completeDetails(),
  });
});

test('encrypt leaves what is encrypted already', async () => {
  const keys = keysInMemory();
  const atRest = await encrypted(eventOf(submitted()), keys);
  const changes = { subCategory: 'Kedai Satay Haji Samuri' };
  const ofEarlierRelease = { ...atRest, type: 'BusinessEdited', data: { ...atRest.data, changes } };
  for (const event of [atRest, ofEarlierRelease])
    expect(await personalData(keys).encrypt([event])).toEqual([event]);
});

test('events of several owners are encrypted under a key each, made once', async () => {
  const keys = keysInMemory();
  const of = (owner: string) => {
    const event = submitted();
    return eventOf({ ...event, data: { ...event.data, ownerId: owner } });
  };
  await personalData(keys).encrypt([of('siti')]);
  const encrypted = await Promise.all([
    personalData(keys).encrypt([of('siti'), of('ahmad'), of('siti')]),
    personalData(keys).encrypt([of('ahmad'), of('mei')]),
  ]);
  for (const { data } of encrypted.flat()) expect(data).toHaveProperty('encrypted');
  const all = await keys.all();
  expect(all.map(({ owner }) => owner).toSorted()).toEqual(['ahmad', 'mei', 'siti']);
  expect(new Set(all.map(({ key }) => key?.toString())).size).toBe(3);
});

test('two that encrypt for a new owner at once use the key that is stored', async () => {
  const keys = keysInMemory();
  const events = await Promise.all(
    Array.from({ length: 5 }, () => encrypted(eventOf(submitted()), keys)),
  );
  for (const event of events) expect((await decrypted(event, keys)).data).toEqual(submitted().data);
});

test.each([
  ['its key was erased', async (keys: ReturnType<typeof keysInMemory>) => erase(keys)],
  [
    'there is another key',
    async () => keysInMemory([{ owner: ownerId, key: randomBytes(32), erasure: null }]),
  ],
])('readers get null for an event when %s', async (_, lose) => {
  const keys = keysInMemory();
  const event = submitted();
  const atRest = await encrypted(
    eventOf(event, { metadata: someMetadata({ fingerprint: 'x' }) }),
    keys,
  );
  const { metadata, data } = await decrypted(atRest, await lose(keys));
  expect(data).toEqual({
    businessId,
    ownerId,
    details: {
      ...completeDetails(),
      ...{ businessName: erasedName, phone: null, email: null, website: null, address: null },
      ...{ synopsis: null, latitude: null, longitude: null },
    },
  });
  expect(metadata.fingerprint).toBeUndefined();
});

test('an encrypted event of an owner without a record is not read until the key is there', async () => {
  const keys = keysInMemory();
  const event = eventOf(submitted());
  const atRest = await encrypted(event, keys);
  const restored = keysInMemory();
  const data = personalData(restored);
  await data.ping();
  await expect(data.decrypt([stored(eventOf(approved)), atRest])).rejects.toThrow(
    `The key of the owner ${ownerId} is missing`,
  );
  await expect(data.ping()).rejects.toThrow(OwnerKeysUnavailable);
  await restored.add(await keys.all());
  await data.ping();
  expect(await data.decrypt([atRest])).toEqual([stored(event)]);
});

/** An event of `ownerId`, and one of owner-2. */
async function encryptedOfTwo(keys: ReturnType<typeof keysInMemory>) {
  const { type, data } = eventOf(submitted());
  const ofTwo = [data, { ...data, ownerId: 'owner-2' }].map((each) => ({
    type,
    data: each,
    id: randomUUID(),
    metadata: someMetadata(),
  }));
  return Promise.all(ofTwo.map((event) => encrypted(event, keys)));
}

test('ping names every owner whose key was missing, until each is there', async () => {
  const keys = keysInMemory();
  const atRest = await encryptedOfTwo(keys);
  const restored = keysInMemory();
  const data = personalData(restored);
  await expect(data.decrypt(atRest)).rejects.toThrow(`The key of the owner ${ownerId} is missing`);
  await restored.add((await keys.all()).filter(({ owner }) => owner === ownerId));
  for (const ask of [() => data.decrypt(atRest), () => data.ping()])
    await expect(ask()).rejects.toThrow('The key of the owner owner-2 is missing');
  await restored.add(await keys.all());
  await data.ping();
});

test('ping does not forget an owner whose key is missed while it looks for others', async () => {
  const keys = keysInMemory();
  const atRest = await encryptedOfTwo(keys);
  const restored = keysInMemory();
  let onFind = async () => {};
  const find = async (owners: readonly string[]) => {
    const found = await restored.find(owners);
    await onFind();
    return found;
  };
  const data = personalData({ ...restored, find });
  await expect(data.decrypt(atRest.slice(0, 1))).rejects.toThrow(OwnerKeysUnavailable);
  await restored.add((await keys.all()).filter(({ owner }) => owner === ownerId));
  onFind = async () => {
    onFind = async () => {};
    await expect(data.decrypt(atRest.slice(1))).rejects.toThrow(OwnerKeysUnavailable);
  };
  await expect(data.ping()).rejects.toThrow('The key of the owner owner-2 is missing');
});

test('encrypt makes no key for an owner who has encrypted events', async () => {
  const keys = keysInMemory();
  const data = personalData(keys, async (owner) => owner === ownerId);
  await expect(data.encrypt([eventOf(submitted())])).rejects.toThrow(OwnerKeysUnavailable);
  await expect(data.ping()).rejects.toThrow(OwnerKeysUnavailable);
  expect(await keys.all()).toEqual([]);
});

test('encrypt uses the key that another process made while the log was read', async () => {
  const keys = keysInMemory();
  const added = { owner: ownerId, key: randomBytes(32), erasure: null };
  const data = personalData(keys, async () => {
    await keys.add([added]);
    return true;
  });
  const [atRest] = await data.encrypt([eventOf(submitted())]);
  if (!atRest) throw new Error('nothing was encrypted');
  expect((await decrypted(stored(atRest), keys)).data).toEqual(submitted().data);
  expect(await keys.all()).toEqual([added]);
});

test('the process that erases a key reads null at once, though it has used the key', async () => {
  const keys = keysInMemory();
  const data = personalData(keys);
  const atRest = await encrypted(eventOf(edited({ phone: '1' })), keys);
  const read = async () => (await data.decrypt([atRest]))[0]?.data;
  expect(await read()).toMatchObject({ changes: { phone: '1' } });
  await keys.beginErasure(ownerId, 'delete');
  await data.eraseKey(ownerId);
  expect(await read()).toEqual({ businessId, ownerId, changes: {} });
});

test('a key that another process erased is forgotten after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  onTestFinished(() => {
    now.mockRestore();
    vi.useRealTimers();
  });
  const keys = keysInMemory();
  const data = personalData(keys);
  const atRest = await encrypted(eventOf(edited({ phone: '1' })), keys);
  const readAt = async (time: number) => {
    now.mockReturnValue(time);
    await vi.advanceTimersByTimeAsync(1_000);
    const [event] = await data.decrypt([atRest]);
    return event?.data;
  };
  expect(await readAt(1_000)).toMatchObject({ changes: { phone: '1' } });
  await erase(keys);
  expect(await readAt(10_900)).toMatchObject({ changes: { phone: '1' } });
  expect(await readAt(11_100)).toEqual({ businessId, ownerId, changes: {} });
});

test('a key that is erased while it is looked up is not remembered', async () => {
  const keys = keysInMemory();
  const atRest = await encrypted(eventOf(submitted()), keys);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const data = personalData({
    ...keys,
    find: async (owners) => {
      const found = await keys.find(owners);
      await answered;
      return found;
    },
  });
  const early = data.decrypt([atRest]);
  await keys.beginErasure(ownerId, 'delete');
  await data.eraseKey(ownerId);
  answer();
  await early;
  expect((await data.decrypt([atRest]))[0]?.data).toMatchObject({
    details: { businessName: erasedName },
  });
});

test('a fingerprint is encrypted also where nothing else is personal', async () => {
  const keys = keysInMemory();
  const event = eventOf(edited({ operatingHours: '24jam' }), {
    metadata: someMetadata({ fingerprint: 'x' }),
  });
  const atRest = await encrypted(event, keys);
  expect(atRest.metadata.fingerprint).toBeUndefined();
  expect(await decrypted(atRest, keys)).toEqual(stored(event));
});

test('readers get null for a sub-category that an erased owner typed', async () => {
  const keys = keysInMemory();
  const typedIn = { subCategory: 'Kedai Satay Haji Samuri' };
  const created = await encrypted(eventOf(submitted(completeDetails(typedIn))), keys);
  const change = await encrypted(eventOf(edited(typedIn)), keys);
  const known = await encrypted(eventOf(edited({ phone: '1', subCategory: 'Kafe' })), keys);
  await erase(keys);
  expect((await decrypted(created, keys)).data).toMatchObject({ details: { subCategory: null } });
  expect((await decrypted(change, keys)).data).toMatchObject({ changes: { subCategory: null } });
  expect((await decrypted(known, keys)).data).toMatchObject({ changes: { subCategory: 'Kafe' } });
});

test('a typed sub-category that an earlier release did not encrypt is read until its owner is erased', async () => {
  const keys = keysInMemory();
  const atRest = await encrypted(eventOf(edited({ phone: '1' })), keys);
  const changes = { subCategory: 'Kedai Satay Haji Samuri' };
  const earlier = { ...atRest, data: { ...atRest.data, changes } };
  expect((await decrypted(earlier, keys)).data).toMatchObject({
    changes: { phone: '1', ...changes },
  });
  await erase(keys);
  expect((await decrypted(earlier, keys)).data).toMatchObject({ changes: { subCategory: null } });
});

async function erase(keys: ReturnType<typeof keysInMemory>) {
  await keys.beginErasure(ownerId, 'delete');
  await keys.eraseKey(ownerId);
  return keys;
}

test('of an erased owner, readers get null also for what was stored in the clear', async () => {
  const keys = await erase(keysInMemory());
  const change = eventOf(edited({ phone: '013-1112222', operatingHours: '24jam' }), {
    metadata: someMetadata({ fingerprint: 'x' }),
  });
  const { data, metadata } = await decrypted(stored(change), keys);
  expect(data).toEqual({ businessId, ownerId, changes: { operatingHours: '24jam' } });
  expect(metadata.fingerprint).toBeUndefined();
  const refusal = eventOf(rejected({ code: 'incomplete', text: 'Siti, please call me.' }));
  expect((await decrypted(stored(refusal), keys)).data).toEqual({
    businessId,
    ownerId,
    reason: { code: 'incomplete', text: '' },
  });
});

test('what is encrypted for an erased owner can be decrypted by nobody', async () => {
  const keys = await erase(keysInMemory());
  const atRest = await encrypted(eventOf(edited({ phone: '013-1112222' })), keys);
  expect((await decrypted(atRest, keys)).data).toEqual({ businessId, ownerId, changes: {} });
  expect(await keys.find([ownerId])).toMatchObject([{ key: null }]);
});

test('an encrypted text that was moved to another event does not decrypt', async () => {
  const keys = keysInMemory();
  const atRest = await encrypted(eventOf(edited({ phone: '013-1112222' })), keys);
  const moved = { ...atRest, id: randomUUID() };
  expect((await decrypted(moved, keys)).data).toEqual({ businessId, ownerId, changes: {} });
});

test.each([
  ['is empty', () => ''],
  ['was cut off', (bytes: Buffer) => bytes.subarray(0, 10).toString('base64')],
  ['has another version', (bytes: Buffer) => Buffer.concat([Buffer.from([2]), bytes.subarray(1)])],
  ['was changed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([0, 0])])],
])('readers get null for an encrypted text that %s', async (_, damage) => {
  const keys = keysInMemory();
  const atRest = await encrypted(eventOf(edited({ phone: '013-1112222' })), keys);
  const whole = Buffer.from(String(Reflect.get(atRest.data, 'encrypted')), 'base64');
  const damaged = { ...atRest.data, encrypted: damage(whole).toString('base64') };
  const read = await decrypted({ ...atRest, data: damaged }, keys);
  expect(read.data).toEqual({ businessId, ownerId, changes: {} });
});

test('decrypt leaves an event of a newer release as it is', async () => {
  const keys = keysInMemory();
  const atRest = await encrypted(eventOf(submitted()), keys);
  const newer = { ...atRest, metadata: { ...atRest.metadata, schema: currentSchema + 1 } };
  expect(await decrypted(newer, keys)).toEqual(newer);
});

test('decrypt leaves the stored event, and so its hash, as it is', async () => {
  const keys = keysInMemory();
  const atRest = await encrypted(eventOf(submitted()), keys);
  const hash = eventHash(atRest);
  await decrypted(atRest, keys);
  expect(eventHash(atRest)).toBe(hash);
});

test('decrypt asks once for the keys of a page and not again soon, and never for visits', async () => {
  const keys = keysInMemory();
  const atRest = await encrypted(eventOf(submitted()), keys);
  const find = vi.spyOn(keys, 'find');
  const data = personalData(keys);
  const visit = stored({ ...eventOf(approved), type: 'BusinessViewed' });
  const page = [visit, atRest, atRest, visit];
  expect(await data.decrypt([visit, visit])).toEqual([visit, visit]);
  expect(find).not.toHaveBeenCalled();
  await data.decrypt(page);
  await data.decrypt(page);
  expect(find).toHaveBeenCalledTimes(1);
});

test('an owner who had no key a moment ago is looked up again', async () => {
  const keys = keysInMemory();
  const data = personalData(keys);
  const plain = stored(eventOf(submitted()));
  expect(await data.decrypt([plain])).toEqual([plain]);
  const [atRest] = await data.encrypt([eventOf(edited({ phone: '013-1112222' }))]);
  if (!atRest) throw new Error('nothing was encrypted');
  expect((await data.decrypt([stored(atRest)]))[0]?.data).toMatchObject({
    changes: { phone: '013-1112222' },
  });
});

test('encrypt, decrypt and eraseKey are rejected while the keys are unreachable', async () => {
  const unreachable = () => Promise.reject(new OwnerKeysUnavailable('away'));
  const data = personalData({ ...keysInMemory(), find: unreachable, eraseKey: unreachable });
  await expect(data.eraseKey(ownerId)).rejects.toThrow(OwnerKeysUnavailable);
  const event = eventOf(submitted());
  await expect(data.encrypt([event])).rejects.toThrow(OwnerKeysUnavailable);
  await expect(data.decrypt([stored(event)])).rejects.toThrow(OwnerKeysUnavailable);
});
