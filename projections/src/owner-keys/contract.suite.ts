import { randomBytes, randomUUID } from 'node:crypto';
import { OwnerKeysUnavailable, type OwnerKey, type OwnerKeys } from '@directory/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** An empty place for keys, in which any number of stores can be opened. */
export type KeyPlace = {
  readonly open: () => Promise<OwnerKeys>;
  readonly remove: () => Promise<void>;
};

/** Tests every guarantee of the port on an adapter. */
export function describeOwnerKeys(adapter: string, newPlace: () => Promise<KeyPlace>): void {
  describe(`the keys of owners in ${adapter}`, () => {
    let place: KeyPlace;
    let keys: OwnerKeys;
    let others: OwnerKeys;

    beforeEach(async () => {
      place = await newPlace();
      keys = await place.open();
      others = await place.open();
    });
    afterEach(async () => {
      await keys.close();
      await others.close();
      await place.remove();
    });

    test('find returns the keys that were added, and leaves out owners without one', async () => {
      const [first, second, third] = [aKey(), aKey(), aKey()];
      await keys.add([first, second, third]);
      const found = await others.find([first.owner, randomUUID(), third.owner]);
      expect(byOwner(found)).toEqual(byOwner([first, third]));
      expect(byOwner(await keys.all())).toEqual(byOwner([first, second, third]));
    });

    test('add leaves the key of an owner as it is and adds the others', async () => {
      const first = aKey();
      await keys.add([first]);
      const another = aKey();
      await others.add([{ ...first, key: randomBytes(32) }, another]);
      expect(byOwner(await keys.all())).toEqual(byOwner([first, another]));
    });

    test('of keys that are added for one owner at the same time all find the same one', async () => {
      const owner = randomUUID();
      const found = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const store = index % 2 === 0 ? keys : others;
          await store.add([{ owner, key: randomBytes(32), erasure: null }]);
          return store.find([owner]);
        }),
      );
      expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(1);
    });

    test('beginErasure keeps the key, and keeps and returns the first choice', async () => {
      const before = aKey();
      await keys.add([before]);
      expect(await keys.beginErasure(before.owner, 'keep')).toBe('keep');
      expect(await others.beginErasure(before.owner, 'delete')).toBe('keep');
      expect(plain(await keys.find([before.owner]))).toEqual(
        plain([{ ...before, erasure: 'keep' }]),
      );
    });

    test('beginErasure of an owner without a key makes sure that there will be none', async () => {
      const owner = randomUUID();
      expect(await keys.beginErasure(owner, 'delete')).toBe('delete');
      await keys.add([{ owner, key: randomBytes(32), erasure: null }]);
      expect(await keys.find([owner])).toEqual([{ owner, key: null, erasure: 'delete' }]);
    });

    test('eraseKey removes the key for good', async () => {
      const { owner, key } = aKey();
      await keys.add([{ owner, key, erasure: null }]);
      await keys.beginErasure(owner, 'delete');
      await keys.eraseKey(owner);
      await others.add([{ owner, key, erasure: null }]);
      await keys.eraseKey(owner);
      expect(await keys.find([owner])).toEqual([{ owner, key: null, erasure: 'delete' }]);
    });

    test('eraseKey leaves the key of an owner whose erasure has not begun', async () => {
      const key = aKey();
      await keys.add([key]);
      await keys.eraseKey(key.owner);
      expect(plain(await keys.find([key.owner]))).toEqual(plain([key]));
    });

    test('every call after close is rejected with OwnerKeysUnavailable', async () => {
      const closed = await place.open();
      await closed.close();
      for (const call of [
        () => closed.find(['somebody']),
        () => closed.add([aKey()]),
        () => closed.beginErasure('somebody', 'delete'),
        () => closed.eraseKey('somebody'),
        () => closed.all(),
        () => closed.ping(),
      ])
        await expect(call()).rejects.toThrow(OwnerKeysUnavailable);
    });
  });
}

function aKey(): OwnerKey {
  return { owner: randomUUID(), key: randomBytes(32), erasure: null };
}

/** Bytes compare the same, whichever class holds them. */
function plain(keys: readonly OwnerKey[]) {
  return keys.map(({ owner, key, erasure }) => [owner, key && [...key], erasure]);
}

function byOwner(keys: readonly OwnerKey[]) {
  return new Map(plain(keys).map(([owner, ...rest]) => [owner, rest]));
}
