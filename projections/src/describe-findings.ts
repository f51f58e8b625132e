import type { ViewFindings } from './verify/compare-view.ts';
import type { HistoryFindings } from './verify/check-histories.ts';
import type { Findings } from './verify.ts';

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
