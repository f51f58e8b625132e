import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import { localTimeIn } from '../views/local-time.ts';
import type { Report, ReportRequest, Row } from './report.ts';

/** Every event as it is stored: what owners typed stays encrypted. Those of types that this version does not know are among them. */
export const events: Report = {
  version: 1,
  description: 'every event as it is stored, with personal data encrypted',
  covers: 'period',
  groupings: [],
  columns: () => [
    { name: 'position', type: 'integer' },
    { name: 'stream', type: 'text' },
    { name: 'revision', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'type', type: 'text' },
    { name: 'time', type: 'time' },
    { name: 'actorId', type: 'text' },
    { name: 'actorRole', type: 'text' },
    { name: 'demonstration', type: 'boolean' },
    { name: 'data', type: 'text' },
    { name: 'metadata', type: 'text' },
  ],
  async *rows({ log, until, onProgress }, request) {
    const isCovered = coveredBy(request);
    let count = 0;
    for await (const page of readPages(log.stored, { after: startOfLog, until })) {
      count += page.events.length;
      onProgress?.({ events: count, position: page.upTo, end: until });
      yield page.events.filter(isCovered).map(toRow);
    }
  },
};

function coveredBy(request: ReportRequest): (event: RecordedEvent) => boolean {
  const { from, to, timeZone, withDemonstration } = request;
  const localTime = localTimeIn(timeZone);
  return ({ metadata }) => {
    const date = localTime(metadata.time)?.date ?? '';
    const isInPeriod = (from === null || date >= from) && (to === null || date <= to);
    return isInPeriod && (withDemonstration || metadata.demonstration !== true);
  };
}

function toRow({ id, type, data, metadata, stream, revision, position }: RecordedEvent): Row {
  const { actor, time, demonstration = false } = metadata;
  return [
    Number(position),
    stream,
    revision,
    id,
    type,
    time,
    actor.id,
    actor.role,
    demonstration,
    JSON.stringify(data),
    JSON.stringify(metadata),
  ];
}
