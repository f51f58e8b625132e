import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDuplicateKey, mongoAccess, onDisk } from '@directory/projections/mongodb';
import { GridFSBucket, MongoRuntimeError, type Db } from 'mongodb';
import { ImagesUnavailable, type ImageName, type ImageStore } from './image-store.ts';

const bucketName = 'images';
const files = `${bucketName}.files`;

/**
 * Images in GridFS, so that every process of the site serves every image. Opening does not connect, so the server may start later.
 * @throws UnusableMongoUrl
 */
export function openGridFsImages({ url }: { readonly url: string }): ImageStore {
  const { use, ping, close } = mongoAccess({
    url,
    what: 'the images',
    Unavailable: ImagesUnavailable,
    prepare,
  });
  return {
    save: (name, bytes) => use((db) => save(db, name, bytes)),
    get: (name) => use((db) => read(db, name)),
    remove: (name) => use((db) => remove(db, name)),
    ping,
    close,
  };
}

/** GridFS inserts the file record after all its chunks; the unique index allows one record a name. */
async function prepare(db: Db): Promise<void> {
  await db.collection(files).createIndexes([{ key: { filename: 1 }, unique: true }]);
}

async function save(db: Db, name: ImageName, bytes: Uint8Array): Promise<void> {
  if (await db.collection(files).findOne({ filename: name })) return;
  const upload = bucketOf(db).openUploadStream(name);
  try {
    await pipeline(Readable.from([bytes]), upload);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Another process saved the same image first.
    await db.collection(`${bucketName}.chunks`).deleteMany({ files_id: upload.id });
  }
}

async function read(db: Db, name: ImageName): Promise<Uint8Array | null> {
  const bucket = bucketOf(db);
  const [file] = await bucket.find({ filename: name }).toArray();
  return file ? buffer(bucket.openDownloadStream(file._id)) : null;
}

async function remove(db: Db, name: ImageName): Promise<void> {
  const bucket = bucketOf(db);
  for (const { _id } of await bucket.find({ filename: name }).toArray())
    await bucket.delete(_id).catch((error: unknown) => {
      // Another process removed it first.
      if (!(error instanceof MongoRuntimeError)) throw error;
    });
}

/** An acknowledged image survives the loss of one server. */
function bucketOf(db: Db): GridFSBucket {
  return new GridFSBucket(db, { bucketName, ...onDisk });
}
