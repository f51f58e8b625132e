import { createHash } from 'node:crypto';
import { eventHash } from '@directory/domain';
import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { readPages, type ReadableLog } from '@directory/domain/event-store/read-pages';

/**
 * What the log held at a time: its first events and a digest of all of them. Stored elsewhere, it proves later that none of them was
 * changed, removed or moved, which somebody who can rewrite the log could otherwise hide. Not the `Anchor` of a view, which only
 * tells of which log that is.
 */
export type LogAnchor = LogDigest & {
  /** ISO 8601, UTC. */
  readonly time: string;
};

export type LogDigest = {
  readonly events: number;
  /** SHA-256 in hexadecimal; empty without events. */
  readonly digest: string;
};

export const emptyLog: LogDigest = { events: 0, digest: '' };

/** Every event goes into the digest with its place, its id and all that is stored. */
export function extendDigest(
  { events, digest }: LogDigest,
  event: RecordedEvent,
  hash = eventHash(event),
): LogDigest {
  const { stream, revision, id } = event;
  const text = `${digest} ${stream} ${revision} ${id} ${hash}`;
  return { events: events + 1, digest: createHash('sha256').update(text).digest('hex') };
}

export type LogFindings = Awaited<ReturnType<typeof checkLog>>;

type BrokenStream = {
  readonly stream: string;
  readonly revision: number;
  readonly problem: 'gap' | 'changed' | 'moved';
};

/** Reads the log once: no revision may be missing, each event of a listing has to carry the hash of the one before it, and each anchor has to fit. */
export async function checkLog(log: ReadableLog, anchors: readonly LogAnchor[] = []) {
  const streams = new Map<string, StreamEnd>();
  const broken = new Map<string, BrokenStream>();
  const digests = new Map(anchors.map(({ events }) => [events, '']));
  let read = emptyLog;
  for await (const page of readPages(log, { after: startOfLog }))
    for (const event of page.events) {
      const { stream } = event;
      const problem = problemOf(event, streams.get(stream));
      if (problem && !broken.has(stream))
        broken.set(stream, { stream, revision: event.revision, problem });
      const hash = eventHash(event);
      streams.set(stream, { revision: event.revision, hash });
      read = extendDigest(read, event, hash);
      if (digests.has(read.events)) digests.set(read.events, read.digest);
    }
  const isFit = ({ events, digest }: LogAnchor) => digests.get(events) === digest;
  return {
    ...read,
    /** Streams of listings. */
    histories: [...streams.keys()].filter(isHistory).length,
    /** The first event of each stream that does not follow from the one before it, or is of another listing. */
    broken: [...broken.values()],
    /** The anchors that the log does not fit, the oldest first. */
    unfit: anchors.filter((anchor) => !isFit(anchor)),
    /** The newest anchor that it fits. */
    fit: anchors.findLast(isFit) ?? null,
  };
}

type StreamEnd = { readonly revision: number; readonly hash: string };

function problemOf(
  { stream, revision, data, metadata }: RecordedEvent,
  before: StreamEnd | undefined,
): BrokenStream['problem'] | null {
  if ('businessId' in data && !stream.endsWith(`-${String(data.businessId)}`)) return 'moved';
  if (revision !== (before ? before.revision + 1 : 0)) return 'gap';
  return isHistory(stream) && metadata.previous !== before?.hash ? 'changed' : null;
}

function isHistory(stream: string): boolean {
  return stream.startsWith('business-');
}
