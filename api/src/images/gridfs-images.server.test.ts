import { randomBytes } from 'node:crypto';
import { describeOnServer } from '@directory/domain/testing/servers';
import { newMongoDatabase } from '@directory/projections/testing/mongodb';
import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { describeImageStore } from './contract.suite.ts';
import { isImageName } from './image-store.ts';
import { openGridFsImages } from './gridfs-images.ts';

describeOnServer('mongodb', (server) => {
  describeImageStore('GridFS', async () => {
    const { url, drop } = newMongoDatabase(server);
    return { open: async () => openGridFsImages({ url }), remove: drop };
  });

  test('concurrent saves of an image of many chunks store it once', async () => {
    const { url, drop } = newMongoDatabase(server);
    const stores = Array.from({ length: 4 }, () => openGridFsImages({ url }));
    const name = `${'a'.repeat(32)}.webp`;
    if (!isImageName(name)) throw new Error('not the name of an image');
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
});
