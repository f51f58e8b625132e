import { createHash } from 'node:crypto';
import { eventHash } from '@directory/domain';
import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { readPages, type ReadableLog } from '@directory/domain/event-store/read-pages';

/**
 * What the log held at a time: its first events and a digest of all of them. Kept elsewhere, it proves later that none of them was
 * changed, removed or moved, which whoever can rewrite the log could otherwise hide.
 */
export type Anchor = {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly events: number;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
};

export type LogFindings = {
  /** How many events there are, and the digest of all. */
  readonly events: number;
  readonly digest: string;
  /** Streams of listings. */
  readonly histories: number;
  /** The first event of each stream that does not follow from the one before it. */
  readonly broken: readonly BrokenStream[];
  /** The anchors that the log does not fit, the oldest first. */
  readonly unfit: readonly Anchor[];
};

type BrokenStream = {
  readonly stream: string;
  readonly revision: number;
  readonly problem: 'gap' | 'changed';
};

/** Reads the log once: no revision may be missing, each event of a listing has to carry the hash of the one before it, and each anchor has to fit. */
export async function checkLog(
  log: ReadableLog,
  anchors: readonly Anchor[] = [],
): Promise<LogFindings> {
  const streams = new Map<string, StreamEnd>();
  const broken = new Map<string, BrokenStream>();
  const digests = new Map(anchors.map(({ events }) => [events, '']));
  let events = 0;
  let digest = '';
  for await (const page of readPages(log, { after: startOfLog }))
    for (const event of page.events) {
      const { stream } = event;
      const problem = problemOf(event, streams.get(stream));
      if (problem && !broken.has(stream))
        broken.set(stream, { stream, revision: event.revision, problem });
      const hash = eventHash(event);
      streams.set(stream, { revision: event.revision, hash });
      events += 1;
      digest = sha256(`${digest} ${stream} ${event.revision} ${event.id} ${hash}`);
      if (digests.has(events)) digests.set(events, digest);
    }
  return {
    events,
    digest,
    histories: [...streams.keys()].filter(isHistory).length,
    broken: [...broken.values()],
    unfit: anchors.filter((anchor) => digests.get(anchor.events) !== anchor.digest),
  };
}

type StreamEnd = { readonly revision: number; readonly hash: string };

function problemOf(
  { stream, revision, metadata }: RecordedEvent,
  before: StreamEnd | undefined,
): BrokenStream['problem'] | null {
  if (revision !== (before ? before.revision + 1 : 0)) return 'gap';
  return isHistory(stream) && metadata.previous !== before?.hash ? 'changed' : null;
}

function isHistory(stream: string): boolean {
  return stream.startsWith('business-');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
