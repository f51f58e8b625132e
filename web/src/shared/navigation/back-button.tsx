import { isObject } from '@directory/domain/shared/unknown';
import { useNavigate } from './router.tsx';
import { Icon } from '../ui/icon.tsx';
import ui from '../ui/ui.module.css';

/** Goes one step back in the history; from the first page of this site in the tab, to the dashboard. */
export function BackButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={ui.back}
      // The first click of a double one took the step, or opened the page of this button.
      onClick={({ detail }) => detail < 2 && navigate(isFirstPage() ? '/user/dashboard' : -1)}
    >
      <Icon name="previous" />
      Back
    </button>
  );
}

/** The router counts the pages in the state of the browser. */
function isFirstPage(): boolean {
  const state: unknown = window.history.state;
  return !isObject(state) || !state['idx'];
}
