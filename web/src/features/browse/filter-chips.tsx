import { Link } from 'react-router-dom';
import { useBrowseTexts } from '../../shared/texts/browse-texts.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { filterLabel } from './filter-options.ts';
import { activeFilters, filtersSearch, withFilter, type Filters } from './filters.ts';
import styles from './filter-chips.module.css';

/** What is chosen, each with a link that takes it away. */
export function FilterChips({ filters }: { readonly filters: Filters }) {
  const { filters: texts } = useBrowseTexts();
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={texts.active}>
      {active.map((name) => {
        const title = name === 'q' ? texts.name : texts[name];
        const label = filterLabel(filters, name, texts);
        return (
          <li key={name}>
            <Link
              className={styles.chip}
              to={{ search: filtersSearch(withFilter(filters, name, '')) }}
            >
              <span className={ui.hidden}>{texts.remove(title, label)}</span>
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
          {texts.clearAll}
        </Link>
      </li>
    </ul>
  );
}
