import { checkHistories, type HistoryFindings } from './verify/check-histories.ts';
import { compareView, type Stores, type ViewFindings } from './verify/compare-view.ts';
import type { AnyView } from './view.ts';

export type Verification = Stores & { readonly views: readonly AnyView[] };

export type Findings = {
  readonly views: readonly ViewFindings[];
  readonly histories: HistoryFindings;
};

/** Folds the whole log anew and compares; changes neither the log nor the views, which may go on meanwhile. */
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
