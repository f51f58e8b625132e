import { inTurns, sharedCall } from '@directory/domain/shared/concurrency';
import type { Collection, Db, Filter, FindCursor } from 'mongodb';
import type { ReadableView } from '../../engine/view.ts';
import type { MongoAccess } from '../../mongodb/mongo-access.ts';
import {
  changeReporter,
  notBuilt,
  type IdRange,
  type Matching,
  type PageRange,
  type ViewReader,
} from '../view-store.ts';
import { documentsOf, readQuarantine, unlessDropped, type DocumentRecord } from './documents.ts';
import { readLiveStates } from './records.ts';

type Documents = Collection<DocumentRecord>;
type Query<Found> = (documents: Documents, db: Db, generation: string) => Promise<readonly Found[]>;

export function readerOn(mongo: MongoAccess): ViewReader {
  const states = sharedCall(() => mongo.use(readLiveStates));
  /**
   * Queries the live generation. When nothing is found, it may have been dropped after two takeovers: then the pointer has
   * changed, and the new one is queried.
   *
   * @throws ViewStoreUnavailable before there is one
   */
  const query = <Found>({ name }: { readonly name: string }, queryIn: Query<Found>) =>
    mongo.use(async (db): Promise<readonly Found[]> => {
      const readLive = async () => (await states()).get(name)?.live;
      let generation = await readLive();
      while (generation !== undefined) {
        const documents = documentsOf(db, generation);
        const found = await queryIn(documents, db, generation).catch(unlessDropped);
        if (found && found.length > 0) return found;
        const now = await readLive();
        if (now === generation) return found ?? [];
        generation = now;
      }
      throw notBuilt(name);
    });
  /** The one place where documents get their type: what is stored under a view is what its `evolve` returned. */
  const find = async <Doc extends object>(view: ReadableView<Doc>, queryIn: Query<object>) =>
    (await query(view, queryIn)) as readonly Doc[];
  return {
    async get(view, id) {
      const [found] = await find(view, async (documents) => {
        const record = await documents.findOne({ _id: id });
        return record?.doc ? [record.doc] : [];
      });
      return found ?? null;
    },
    find: (view, where) => find(view, (documents) => contentOf(findWhere(documents, where))),
    findLast: (view, where, range) =>
      find(view, (documents) => contentOf(findWhere(documents, where, range))),
    findPage: (view, matching, range) =>
      find(view, (documents) => readPage(documents, matching, range)),
    async countBy(view, field, matching) {
      const path = `doc.${field}`;
      const counted = await query(view, (documents) =>
        documents
          .aggregate<{ readonly _id: string; readonly documents: number }>([
            { $match: { $and: [filterOf(matching), { [path]: { $type: 'string' } }] } },
            { $group: { _id: `$${path}`, documents: { $sum: 1 } } },
          ])
          .toArray(),
      );
      return new Map(counted.map(({ _id: value, documents }) => [value, documents]));
    },
    changeToken: async ({ name }) => (await states()).get(name)?.token ?? 'none',
    watch(onChange) {
      const report = changeReporter(onChange);
      return async () => report(await states());
    },
    async findChanged(view, after, limit) {
      const found = await query(view, async (documents, db, generation) => {
        const quarantined = (await readQuarantine(db, generation)).map(({ key }) => key);
        return documents
          .find({ $or: [{ _pos: { $gt: after } }, { _id: { $in: quarantined } }] })
          .project<{ readonly _id: string }>({ _id: 1 })
          .limit(limit + 1)
          .toArray();
      });
      return found.length > limit ? null : found.map(({ _id: id }) => id);
    },
  };
}

async function contentOf(cursor: FindCursor<DocumentRecord>): Promise<readonly object[]> {
  const found: object[] = [];
  for await (const { doc } of inTurns(cursor)) if (doc) found.push(doc);
  return found;
}

type Equalities = Parameters<ViewReader['find']>[1];

const batchSize = 500;

/** The documents that the port's `find` returns, or with a range `findLast`. */
export function findWhere(documents: Documents, where: Equalities, range?: IdRange) {
  const wanted = Object.entries<string>(where).map(
    ([field, value]) => [`doc.${field}`, value] as const,
  );
  const filter = { doc: { $exists: true }, ...Object.fromEntries(wanted) };
  if (!range) return documents.find(filter, { batchSize }).sort({ _id: 1 });
  const { before, from, limit } = range;
  const ids = {
    ...(before !== undefined && { $lt: before }),
    ...(from !== undefined && { $gte: from }),
  };
  const isBounded = Object.keys(ids).length > 0;
  return documents
    .find({ ...filter, ...(isBounded && { _id: ids }) })
    .sort({ _id: -1 })
    .limit(limit);
}

/** The documents of a page. It sorts only the fields that the range names, and not whole documents. */
async function readPage<Doc extends object>(
  documents: Documents,
  matching: Matching<Doc>,
  { order, skip, limit }: PageRange<Doc>,
): Promise<readonly object[]> {
  const keys = order.map(({ field, isDescending = false, ignoreCase = false }, index) => {
    const value = { $ifNull: [`$doc.${field}`, ''] };
    return { name: `key${index}`, value: ignoreCase ? { $toLower: value } : value, isDescending };
  });
  const project = keys.map(({ name, value }) => [name, value] as const);
  const isEmpty = keys.map(({ name }) => [`${name}empty`, { $eq: [`$${name}`, ''] }] as const);
  const sort = keys.flatMap(({ name, isDescending }) => [
    [`${name}empty`, 1] as const,
    [name, isDescending ? -1 : 1] as const,
  ]);
  const page = await documents
    .aggregate<Pick<DocumentRecord, '_id'>>([
      { $match: filterOf(matching) },
      { $project: { _id: 1, ...Object.fromEntries(project) } },
      ...(keys.length > 0 ? [{ $addFields: Object.fromEntries(isEmpty) }] : []),
      { $sort: { ...Object.fromEntries(sort), _id: 1 } },
      { $skip: skip },
      { $limit: limit },
    ])
    .toArray();
  const ids = page.map(({ _id }) => _id);
  const found = await documents.find({ _id: { $in: ids } }).toArray();
  const byId = new Map(found.map(({ _id, doc }) => [_id, doc]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function filterOf<Doc extends object>({ where, contains }: Matching<Doc>): Filter<DocumentRecord> {
  const wanted = Object.entries<readonly (string | boolean)[] | undefined>(where).map(
    ([field, values]) => [`doc.${field}`, { $in: [...(values ?? [])] }] as const,
  );
  const text = contains && { $toLower: { $literal: contains.text } };
  return {
    doc: { $exists: true },
    ...Object.fromEntries(wanted),
    ...(contains && {
      $expr: { $gte: [{ $indexOfCP: [{ $toLower: `$doc.${contains.field}` }, text] }, 0] },
    }),
  };
}
