import { BACKWARDS, END, type ResolvedEvent } from '@eventstore/db-client';
import { Unavailable, type RecordedEvent } from '../event-store.ts';
import { collect } from './collect.ts';
import type { Connection } from './connection.ts';
import { isStreamNotFound } from './log-errors.ts';
import { decodeEvent, toRevision } from './stored-event.ts';

export type StreamReader = ReturnType<typeof streamReader>;

/** How often an answer that ends early is asked for the rest. */
const attempts = 5;

export function streamReader(connection: Connection) {
  const { client, options } = connection;
  const read = async (stream: string, where: Parameters<typeof client.readStream>[1]) => {
    try {
      const answer = client.readStream(stream, { ...options, ...where });
      return (await collect<ResolvedEvent>(answer, connection)).flatMap(({ event }) => event ?? []);
    } catch (error) {
      if (isStreamNotFound(error)) return [];
      throw error;
    }
  };

  /** -1 where there is no such stream. */
  const lastRevision = async (stream: string): Promise<number> => {
    const [last] = await read(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
    return last ? toRevision(last.revision) : -1;
  };

  /** A server may end its answer early and say that all is well, so the end is looked up. */
  const stream = async (name: string, from: number): Promise<readonly RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    let next = from;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const [last, kept] = await Promise.all([
        lastRevision(name),
        read(name, { fromRevision: BigInt(next) }),
      ]);
      events.push(...kept.flatMap((each) => decodeEvent(each)?.event ?? []));
      const end = kept.at(-1);
      if (end) next = toRevision(end.revision) + 1;
      if (next > last) return events;
    }
    throw new Unavailable('EventStoreDB ended its answer early');
  };

  /** A few events of a stream, with the calls that wrote them. */
  const some = async (name: string, from: number, count: number) =>
    (await read(name, { fromRevision: BigInt(from), maxCount: count })).flatMap(
      (each) => decodeEvent(each) ?? [],
    );

  return { stream, some, lastRevision };
}
