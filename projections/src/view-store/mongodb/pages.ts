import type { Filter } from 'mongodb';
import * as z from 'zod';
import type { Matching, PageRange } from '../view-store.ts';
import { documentsOf, type DocumentRecord, type Query } from './documents.ts';

/** The documents of a page. It sorts only the fields that the range names, and not whole documents. */
export function pageOf<Doc extends object>(
  matching: Matching<Doc>,
  { order, skip, limit }: PageRange<Doc>,
): Query {
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
  return async (db, generation) => {
    const documents = documentsOf(db, generation);
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
  };
}

export const countsOf = z.array(z.object({ _id: z.string(), documents: z.int() }));

export function countsBy<Doc extends object>(
  field: keyof Doc & string,
  matching: Matching<Doc>,
): Query {
  const path = `doc.${field}`;
  return (db, generation) =>
    documentsOf(db, generation)
      .aggregate([
        { $match: { $and: [filterOf(matching), { [path]: { $type: 'string' } }] } },
        { $group: { _id: `$${path}`, documents: { $sum: 1 } } },
      ])
      .toArray();
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
