import { isObject } from '@directory/domain/shared/unknown';
import { textInState } from './link-state.ts';
import { useNavigate, Link, useLocation } from './router.tsx';
import { Icon } from '../ui/icon.tsx';
import ui from '../ui/ui.module.css';
import { useIsHydrated } from '../ui/loading.tsx';
import { sharedTexts } from '../../texts/shared-texts.ts';

/** Goes one step back in the history; from the first page of this site in the tab, to the dashboard. */
export function BackButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={ui.back}
      onClick={() => navigate(isFirstPage() ? '/user/dashboard' : -1)}
    >
      <Icon name="previous" />
      {sharedTexts.back.page}
    </button>
  );
}

/** The router counts the pages in the state of the browser. */
function isFirstPage(): boolean {
  const state: unknown = window.history.state;
  return !isObject(state) || !state['idx'];
}

/** Back to the results that led to this page, with their filters, page and scroll position; else to all places. */
export function BackToResults() {
  const navigate = useNavigate();
  const { state } = useLocation();
  // The server knows no state, which a reload keeps.
  const isHydrated = useIsHydrated();
  const results = isHydrated ? resultsAddress(state) : null;
  return (
    <Link
      className={ui.back}
      to={results ?? '/'}
      onClick={(event) => {
        const opensHere = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (results === null || !opensHere) return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      <Icon name="previous" />
      {results === null ? sharedTexts.back.all : sharedTexts.back.results}
    </Link>
  );
}

/** The address of the results in the state of a link from them to a place; null on any other way to it. */
function resultsAddress(state: unknown): string | null {
  const results = textInState(state, 'results');
  return results?.startsWith('/') ? results : null;
}
