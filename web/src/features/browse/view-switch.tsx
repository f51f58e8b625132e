import { Link } from '../../shared/navigation/router.tsx';
import { resultsState } from '../../shared/navigation/link-state.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { browseTexts } from '../../texts/browse-texts.ts';
import { type Filters, filtersSearch } from './filters.ts';
import styles from './results.module.css';

const texts = browseTexts.map;

/** The results as a list, or on a map too; the filters stay. */
export function ViewSwitch({ filters }: { readonly filters: Filters }) {
  return (
    <nav className={styles.views} aria-label={texts.view}>
      {(['list', 'map'] as const).map((view) => (
        <Link
          key={view}
          to={{ search: filtersSearch({ ...filters, view }) }}
          state={view === 'map' ? resultsState : undefined}
          aria-current={filters.view === view || undefined}
        >
          <Icon name={view === 'map' ? 'directions' : 'list'} />
          {texts.views[view]}
        </Link>
      ))}
    </nav>
  );
}
