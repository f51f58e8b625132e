import { startOfLog, type RecordedEvent } from '@directory/domain/event-store';
import { readPages } from '@directory/domain/event-store/read-pages';
import { localTimeIn } from '../views/local-time.ts';
import { columnsOf, rowOf, type Field, type Report, type ReportRequest } from './report.ts';

/** Every event as it is stored, with personal data encrypted, and also of types that this version does not know. */
export const events: Report = {
  version: 1,
  description: 'every event as it is stored, with personal data encrypted',
  covers: 'period',
  by: [],
  usual: null,
  columns: () => columnsOf(fields),
  async *rows({ log, until, onProgress }, request) {
    const isCovered = coveredBy(request);
    let count = 0;
    for await (const page of readPages(log.stored, { after: startOfLog, until })) {
      count += page.events.length;
      onProgress?.({ events: count, position: page.upTo, end: until });
      yield page.events.filter(isCovered).map((event) => rowOf(fields, event));
    }
  },
};

const fields: readonly Field<RecordedEvent>[] = [
  ['position', 'integer', ({ position }) => Number(position)],
  ['stream', 'text', ({ stream }) => stream],
  ['revision', 'integer', ({ revision }) => revision],
  ['id', 'text', ({ id }) => id],
  ['type', 'text', ({ type }) => type],
  ['time', 'time', ({ metadata }) => metadata.time],
  ['actorId', 'text', ({ metadata }) => metadata.actor.id],
  ['actorRole', 'text', ({ metadata }) => metadata.actor.role],
  ['demonstration', 'boolean', ({ metadata }) => metadata.demonstration ?? false],
  ['data', 'text', ({ data }) => JSON.stringify(data)],
  ['metadata', 'text', ({ metadata }) => JSON.stringify(metadata)],
];

function coveredBy(request: ReportRequest): (event: RecordedEvent) => boolean {
  const { from, to, timeZone, withDemonstration } = request;
  const localTime = localTimeIn(timeZone);
  return ({ metadata }) => {
    const date = localTime(metadata.time)?.date ?? '';
    const isInPeriod = (from === null || date >= from) && (to === null || date <= to);
    return isInPeriod && (withDemonstration || metadata.demonstration !== true);
  };
}
