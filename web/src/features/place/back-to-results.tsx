import { textInState } from '../../shared/navigation/link-state.ts';
import { isForBrowser, Link, useLocation, useNavigate } from '../../shared/navigation/router.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useIsHydrated } from '../../shared/ui/loading.tsx';
import ui from '../../shared/ui/ui.module.css';

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
        if (results === null || isForBrowser(event)) return;
        event.preventDefault();
        // The first click of a double one took the step, or opened the page of this link.
        if (event.detail < 2) navigate(-1);
      }}
    >
      <Icon name="previous" />
      {results === null ? 'All places' : 'Back to results'}
    </Link>
  );
}

/** The address of the results in the state of a link from them to a place; null on any other way to it. */
function resultsAddress(state: unknown): string | null {
  const results = textInState(state, 'results');
  return results?.startsWith('/') ? results : null;
}
