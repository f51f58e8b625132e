import { useNavigate } from './router.tsx';
import { entryIndex } from './scroll-memory.ts';
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
      onClick={({ detail }) => detail < 2 && navigate(entryIndex() ? -1 : '/user/dashboard')}
    >
      <Icon name="previous" />
      Back
    </button>
  );
}
