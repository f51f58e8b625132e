import { randomBytes } from 'node:crypto';
import { describeOnServer } from '@directory/domain/testing/servers';
import { openFaultyConnection } from '@directory/projections/testing/faulty-connection';
import { newMongoDatabase } from '@directory/projections/testing/mongodb';
import { MongoClient, ObjectId } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeImageStore } from './contract.suite.ts';
import { ImagesUnavailable, imageName, type ImageStore } from './image-store.ts';
import { openGridFsImages } from './gridfs-images.ts';

describeOnServer('mongodb', (server) => {
  describeImageStore('GridFS', async () => {
    const { url, drop } = newMongoDatabase(server);
    return { open: async () => openGridFsImages({ url }), remove: drop };
  });

  test('concurrent saves of an image of many chunks store it once', async () => {
    const { url, drop } = newMongoDatabase(server);
    const stores = Array.from({ length: 4 }, () => openGridFsImages({ url }));
    const name = imageName('a'.repeat(32));
    const image = randomBytes(700_000);
    await Promise.all(stores.map((store) => store.save(name, image)));
    for (const store of stores) expect(image.equals((await store.get(name)) ?? image)).toBe(true);
    const client = new MongoClient(url);
    expect(await client.db().collection('images.files').countDocuments()).toBe(1);
    expect(await client.db().collection('images.chunks').countDocuments()).toBe(3);
    await client.close();
    await Promise.all(stores.map((store) => store.close()));
    await drop();
  });

  describe.each(['images.files', 'images.chunks'])(
    'a remove that is interrupted before it deletes from %s',
    (collection) => {
      const name = imageName('b'.repeat(32));
      const image = randomBytes(700_000);
      let other: ImageStore;
      let client: MongoClient;
      let close: () => Promise<void>;
      beforeEach(async () => {
        const { url, drop } = newMongoDatabase(server);
        const network = await openFaultyConnection(url);
        const store = openGridFsImages(network);
        other = openGridFsImages({ url });
        client = new MongoClient(url);
        close = async () => {
          await Promise.all([store.close(), other.close(), client.close()]);
          await network.close();
          await drop();
        };
        await store.save(name, image);
        network.cutBefore(deleteFrom(collection));
        await expect(store.remove(name)).rejects.toThrow(ImagesUnavailable);
      });
      afterEach(() => close());

      test('is completed by a repeated one', async () => {
        expect(await other.get(name)).toBeNull();
        await other.remove(name);
        expect(await client.db().collection('images.files').countDocuments()).toBe(0);
        expect(await client.db().collection('images.chunks').countDocuments()).toBe(0);
      });

      test('does not prevent that the image is saved again', async () => {
        await other.save(name, image);
        expect(image.equals((await other.get(name)) ?? Buffer.alloc(0))).toBe(true);
      });
    },
  );

  test('removeDrafts removes old chunks without a record, and no others', async () => {
    const { url, drop } = newMongoDatabase(server);
    const [store, client] = [openGridFsImages({ url }), new MongoClient(url)];
    const name = imageName('d'.repeat(32));
    await store.save(name, randomBytes(700_000));
    const [files, chunks] = ['files', 'chunks'].map((part) =>
      client.db().collection(`images.${part}`),
    );
    const old = (days: number) => ObjectId.createFromTime(Date.now() / 1000 - days * 86_400);
    const [saved, left, fresh] = [old(9), old(2), old(0)];
    await files?.insertOne({ _id: saved, filename: 'saved', length: 1 });
    for (const files_id of [saved, left, fresh]) await chunks?.insertOne({ files_id, n: 0 });
    await chunks?.insertOne({ files_id: left, n: 1 });
    await store.removeDrafts();
    expect(await chunks?.countDocuments({ files_id: left })).toBe(0);
    expect(await chunks?.countDocuments()).toBe(5);
    await Promise.all([store.close(), client.close()]);
    await drop();
  });

  test('get returns null for an image without chunks', async () => {
    const { url, drop } = newMongoDatabase(server);
    const store = openGridFsImages({ url });
    const name = imageName('c'.repeat(32));
    await store.save(name, Buffer.from('image'));
    const client = new MongoClient(url);
    await client.db().collection('images.chunks').deleteMany({});
    expect(await store.get(name)).toBeNull();
    await Promise.all([store.close(), client.close()]);
    await drop();
  });
});

/** As the command is sent. */
function deleteFrom(collection: string): string {
  return `delete\0${String.fromCharCode(collection.length + 1)}\0\0\0${collection}`;
}
