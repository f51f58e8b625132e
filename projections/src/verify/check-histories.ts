import { firstTamperedRevision } from '@directory/domain';
import { startOfLog, type EventStore } from '@directory/domain/event-store';

export type HistoryFindings = {
  readonly histories: number;
  /** Streams in which an event does not carry the hash of the one before it, and where that is first. */
  readonly broken: readonly { readonly stream: string; readonly revision: number }[];
};

const pageSize = 1_000;

/** Checks the chain of hashes of every listing's history. */
export async function checkHistories(log: EventStore): Promise<HistoryFindings> {
  const streams = await businessStreams(log);
  const broken: { stream: string; revision: number }[] = [];
  for (const stream of streams) {
    const revision = firstTamperedRevision(await log.readStream(stream));
    if (revision !== null) broken.push({ stream, revision });
  }
  return { histories: streams.size, broken };
}

async function businessStreams(log: EventStore): Promise<ReadonlySet<string>> {
  const streams = new Set<string>();
  for (let after = startOfLog; ;) {
    const events = await log.readAll({ after, limit: pageSize });
    for (const { stream } of events) if (stream.startsWith('business-')) streams.add(stream);
    const last = events.at(-1);
    if (!last) return streams;
    after = last.position;
  }
}
