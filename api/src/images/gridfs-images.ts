import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDuplicateKey, mongoAccess, onDisk } from '@directory/projections/mongodb';
import { GridFSBucket, ObjectId, type Db } from 'mongodb';
import { ImagesUnavailable, type ImageStore } from './image-store.ts';

const bucketName = 'images';
const files = `${bucketName}.files`;
const chunks = `${bucketName}.chunks`;

/**
 * Images in GridFS, so that every process of the site serves every image. Opening does not connect, so the server may start later.
 * @throws OperatorError
 */
export function openGridFsImages({ url }: { readonly url: string }): ImageStore {
  const { use, ping, close } = mongoAccess({
    url,
    what: 'The images',
    Unavailable: ImagesUnavailable,
    prepare,
  });
  return {
    save: (name, bytes) =>
      use(async (db) => {
        if (await db.collection(files).findOne({ filename: name })) return;
        const upload = bucketOf(db).openUploadStream(name);
        try {
          await pipeline(Readable.from([bytes]), upload);
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
          // Another process saved the same image first.
          await db.collection(chunks).deleteMany({ files_id: upload.id });
        }
      }),
    get: (name) =>
      use(async (db) => {
        const bucket = bucketOf(db);
        const [file] = await bucket.find({ filename: name }).toArray();
        if (!file) return null;
        const bytes = await buffer(bucket.openDownloadStream(file._id));
        // The driver returns no bytes for a record whose chunks were removed meanwhile.
        return bytes.length === file.length ? bytes : null;
      }),
    /**
     * Removes the record last, as a repeated call finds by it what an interrupted one left. Its name is changed first, so that meanwhile
     * nobody reads the image, and a save of the same image stores it again.
     */
    remove: (name) =>
      use(async (db) => {
        const records = db.collection(files, onDisk);
        const found = await records.find({ filename: { $regex: `^${name}` } }).toArray();
        for (const { _id } of found) {
          const filename = `${name} removed ${_id.toString()}`;
          await records.updateOne({ _id }, { $set: { filename } });
          await db.collection(chunks, onDisk).deleteMany({ files_id: _id });
          await records.deleteOne({ _id });
        }
      }),
    /** Removes chunks without a record, which a save that is not interrupted stores after them. */
    removeDrafts: () =>
      use(async (db) => {
        const files_id = { $lt: ObjectId.createFromTime(Date.now() / 1000 - 86_400) };
        const old = await db.collection(chunks).distinct('files_id', { files_id });
        const complete = new Set((await db.collection(files).distinct('_id')).map(String));
        const $in = old.filter((id: unknown) => !complete.has(String(id)));
        if ($in.length > 0) await db.collection(chunks, onDisk).deleteMany({ files_id: { $in } });
      }),
    ping,
    close,
  };
}

/** GridFS inserts the file record after all its chunks; the unique index allows one record a name. */
async function prepare(db: Db): Promise<void> {
  await db.collection(files).createIndexes([{ key: { filename: 1 }, unique: true }]);
}

/** An acknowledged image survives the loss of one server. */
function bucketOf(db: Db): GridFSBucket {
  return new GridFSBucket(db, { bucketName, ...onDisk });
}
