import { Link } from 'react-router-dom';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import styles from './filter-chips.module.css';
import { filterLabel } from './filter-options.ts';
import { activeFilters, type Filters, filtersSearch, withFilter } from './filters.ts';

/** What is chosen, each with a link that takes it away. */
export function FilterChips({ filters }: { readonly filters: Filters }) {
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={texts.filters.active}>
      {active.map((name) => {
        const title = name === 'q' ? texts.filters.name : texts.filters[name];
        const label = filterLabel(filters, name);
        return (
          <li key={name}>
            <Link
              className={styles.chip}
              to={{ search: filtersSearch(withFilter(filters, name, '')) }}
            >
              <span className={ui.hidden}>{texts.filters.remove(title, label)}</span>
              <span aria-hidden="true">
                <span className={styles.title}>{title}</span> {label}
              </span>
              <Icon name="cross" />
            </Link>
          </li>
        );
      })}
      <li>
        <Link className={styles.clear} to={{ search: '' }}>
          {texts.filters.clearAll}
        </Link>
      </li>
    </ul>
  );
}
