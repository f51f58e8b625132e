import { firstTamperedRevision } from '@directory/domain';
import { startOfLog, type EventStore, type RecordedEvent } from '@directory/domain/event-store';
import { compareLogs } from '@directory/domain/event-store/log-copy';
import { readPages, type ReadableLog } from '@directory/domain/event-store/read-pages';
import { compareView, type Stores, type ViewFindings } from './compare-view.ts';
import type { AnyView } from './view.ts';

export type Verification = Stores & { readonly views: readonly AnyView[] };

export type Findings = {
  readonly views: readonly ViewFindings[];
  readonly histories: HistoryFindings;
};

/** Folds the whole log and compares; changes neither the log nor the views, which may be written meanwhile. */
export async function verifyViews({ views, ...stores }: Verification): Promise<Findings> {
  const findings: ViewFindings[] = [];
  for (const view of views) findings.push(await compareView(stores, view));
  return { views: findings, histories: await checkHistories(stores.log) };
}

export function isConsistent({ views, histories }: Findings): boolean {
  const agrees = views.every(
    ({ notCompared, differing }) => notCompared === null && differing.length === 0,
  );
  return agrees && histories.broken.length === 0;
}

type HistoryFindings = {
  readonly histories: number;
  /** Streams in which an event does not carry the hash of the one before it, and where that is first. */
  readonly broken: readonly { readonly stream: string; readonly revision: number }[];
};

/** Checks the chain of hashes of every listing's history. */
async function checkHistories(log: EventStore): Promise<HistoryFindings> {
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
  for await (const { events } of readPages(log, { after: startOfLog }))
    for (const { stream } of events) if (stream.startsWith('business-')) streams.add(stream);
  return streams;
}

export type CopyFindings = {
  /** How many events both logs begin with. */
  readonly same: number;
  /** The first difference; null when one log is only shorter. */
  readonly difference: LogPosition | null;
  /** The first event that the log lacks. */
  readonly missing: LogPosition | null;
  /** Whether the log has more events after those of the other. */
  readonly isAhead: boolean;
};

type LogPosition = Pick<RecordedEvent, 'stream' | 'revision'>;

/** Compares the log with the one that it was copied from: ids, types, contents, times and the order of all events. */
export async function checkCopy(original: ReadableLog, log: EventStore): Promise<CopyFindings> {
  const { same, next } = await compareLogs(original, log);
  const { first, second } = next;
  return {
    same,
    difference: first && second && placeOf(first),
    missing: first && !second ? placeOf(first) : null,
    isAhead: !first && second !== null,
  };
}

export function isCompleteCopy({ difference, missing }: CopyFindings): boolean {
  return difference === null && missing === null;
}

/** For the person at the terminal; `original` names where the other log is. */
export function describeCopy(findings: CopyFindings, original: string): string {
  const { same, difference, missing, isAhead } = findings;
  if (difference)
    return `events: the first ${same} agree with ${original}; the next, number ${difference.revision} of ${difference.stream}, does not.`;
  if (missing)
    return `events: the first ${same} agree with ${original}; all from number ${missing.revision} of ${missing.stream} on are missing.`;
  const newer = isAhead ? ' Newer ones follow.' : '';
  return `events: all ${same} agree with ${original}, one by one and in order.${newer}`;
}

function placeOf({ stream, revision }: RecordedEvent): LogPosition {
  return { stream, revision };
}

const maxNamed = 20;

/** One line for every view and one for the histories, with the names of what is wrong below them. */
export function describeFindings({ views, histories }: Findings): readonly string[] {
  return [...views.flatMap(describeView), ...describeHistories(histories)];
}

/** What is not in order, for the end of a run: a view that is only out of date must not sound like damage. */
export function describeFaults({ views, histories }: Findings): string {
  const differs = views.some(({ differing }) => differing.length > 0);
  const isOutOfDate = views.some(({ notCompared }) => notCompared !== null);
  return [
    ...(differs ? ['Views and log do not agree.'] : []),
    ...(histories.broken.length > 0 ? ['Histories were changed.'] : []),
    ...(isOutOfDate
      ? ['Not every view was compared: start the directory or a rebuild, then verify again.']
      : []),
  ].join(' ');
}

function describeView(findings: ViewFindings): readonly string[] {
  const { view, notCompared, documents, differing, unsettled } = findings;
  if (notCompared !== null) return [`${view}: not compared, because ${notCompared}.`];
  const moving = unsettled.length > 0 ? ` ${unsettled.length} were too busy to compare.` : '';
  if (differing.length === 0)
    return [`${view}: ${documents} documents agree with the log.${moving}`];
  return [
    `${view}: ${differing.length} of ${documents} documents do not agree with the log.${moving}`,
    ...named(differing.map(({ id, problem }) => `${id} ${problem}`)),
  ];
}

function describeHistories({ histories, broken }: HistoryFindings): readonly string[] {
  if (broken.length === 0) return [`histories: all ${histories} are whole.`];
  return [
    `histories: ${broken.length} of ${histories} were changed.`,
    ...named(broken.map(({ stream, revision }) => `${stream} from revision ${revision} on`)),
  ];
}

function named(names: readonly string[]): readonly string[] {
  const shown = names.slice(0, maxNamed).map((name) => `  ${name}`);
  const rest = names.length - shown.length;
  return rest > 0 ? [...shown, `  and ${rest} more`] : shown;
}
