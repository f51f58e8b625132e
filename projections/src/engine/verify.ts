import { encryptedOwners, type DirectoryLog } from '@directory/domain';
import type { LogComparison } from '@directory/domain/event-store/log-copy';
import { checkLog, type LogAnchor, type LogFindings } from './check-log.ts';
import { compareView, type Stores, type ViewFindings } from './compare-view.ts';
import type { AnyView } from './view.ts';

export type Verification = Stores & {
  readonly log: Pick<DirectoryLog, 'stored' | 'ownerKeys'>;
  readonly views: readonly AnyView[];
  /** The anchors that the log has to fit. */
  readonly anchors?: readonly LogAnchor[];
};

export type Findings = Awaited<ReturnType<typeof verifyViews>>;

/** Folds the whole log and compares; changes neither the log nor the views, which may be written meanwhile. */
export async function verifyViews({ views, anchors, ...stores }: Verification) {
  const { stored, ownerKeys } = stores.log;
  const owners = new Set<string>();
  for await (const owner of encryptedOwners(stored)) owners.add(owner);
  for (const { owner } of await ownerKeys.find([...owners])) owners.delete(owner);
  /** The owners who have personal data in the log, but neither a key nor a record that it was erased: no view can be folded. */
  const missingKeys = [...owners];
  const findings: ViewFindings[] = [];
  for (const view of missingKeys.length === 0 ? views : [])
    findings.push(await compareView(stores, view));
  return { views: findings, log: await checkLog(stored, anchors), missingKeys };
}

export function isConsistent({ views, log, missingKeys }: Findings): boolean {
  const agrees = views.every(
    ({ notCompared, differing }) => notCompared === null && differing.length === 0,
  );
  return agrees && isUnchanged(log) && missingKeys.length === 0;
}

function isUnchanged({ broken, unfit }: LogFindings): boolean {
  return broken.length === 0 && unfit.length === 0;
}

/** How a log compares with the one that it was copied from, for the person at the terminal; `original` names where that is. */
export function describeCopy(
  { same, next: { first, second } }: LogComparison,
  original: string,
): string {
  const agreed = `events: the first ${same} agree with ${original}`;
  if (first && second)
    return `${agreed}; the next, number ${first.revision} of ${first.stream}, does not.`;
  if (first)
    return `${agreed}; all from number ${first.revision} of ${first.stream} on are missing.`;
  const newer = second ? ' Newer ones follow.' : '';
  return `events: all ${same} agree with ${original}, one by one and in order.${newer}`;
}

const maxNamed = 20;

/** One line for every view and one for the log, with the names of what is wrong below them. */
export function describeFindings({ views, log, missingKeys }: Findings): readonly string[] {
  return [...views.flatMap(describeView), ...describeLog(log), ...describeKeys(missingKeys)];
}

/** Sums up what is wrong at the end of a run. A view that is only out of date must not sound like damage. */
export function describeFaults({ views, log, missingKeys }: Findings): string {
  const differs = views.some(({ differing }) => differing.length > 0);
  const isOutOfDate = views.some(({ notCompared }) => notCompared !== null);
  return [
    ...(differs ? ['Views and log do not agree.'] : []),
    ...(isUnchanged(log) ? [] : ['The log was changed.']),
    ...(missingKeys.length === 0 ? [] : ['Keys of owners are missing.']),
    ...(isOutOfDate
      ? ['Not every view was compared: start the directory or a rebuild, then verify again.']
      : []),
  ].join(' ');
}

function describeKeys(missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return [];
  const whose = missing.length === 1 ? 'one owner' : `${missing.length} owners`;
  return [
    `keys: what ${whose} typed cannot be read, and no view was compared, as the key is missing: restore a newer backup of the accounts, or correct MONGODB_URL (DATA_DIR where it is not set). Owners whose keys no backup has are erased by id: npm run erase -- owner ID…`,
    // Each has to be restored or erased.
    ...missing.map((owner) => `  ${owner}`),
  ];
}

function describeView(findings: ViewFindings): readonly string[] {
  const { view, notCompared, documents, differing, unsettled } = findings;
  if (notCompared !== null) return [`${view}: not compared, because ${notCompared}.`];
  const moving = unsettled.length > 0 ? ` Too busy to compare: ${unsettled.length}.` : '';
  if (differing.length === 0) {
    const agreed = documents === 1 ? '1 document agrees' : `${documents} documents agree`;
    return [`${view}: ${agreed} with the log.${moving}`];
  }
  return [
    `${view}: ${differing.length} of ${documents} documents ${differing.length === 1 ? 'does' : 'do'} not agree with the log.${moving}`,
    ...named(differing.map(({ id, problem }) => `${id} ${problem}`)),
  ];
}

function describeLog({ events, histories, broken, unfit, fit }: LogFindings): readonly string[] {
  const problems = broken.map(
    ({ stream, revision, problem }) => `${stream} ${describeBreak[problem]} revision ${revision}`,
  );
  const [first] = unfit;
  if (first)
    problems.push(
      events < first.events
        ? `there were ${first.events} events on ${first.time}, and now there are ${events}`
        : `the first ${first.events} events are not those of ${first.time}`,
      ...(fit ? [`up to event ${fit.events} it is as on ${fit.time}`] : []),
    );
  if (problems.length > 0) return ['log: it was changed.', ...named(problems)];
  const whole =
    histories === 1 ? 'the only history is whole' : `all ${histories} histories are whole`;
  return [`log: ${events} ${events === 1 ? 'event' : 'events'}, ${whole}.`];
}

const describeBreak = {
  gap: 'lacks events before',
  changed: 'was changed before',
  moved: 'has an event of another listing at',
} as const;

function named(names: readonly string[]): readonly string[] {
  const shown = names.slice(0, maxNamed).map((name) => `  ${name}`);
  const rest = names.length - shown.length;
  return rest > 0 ? [...shown, `  and ${rest} more`] : shown;
}
