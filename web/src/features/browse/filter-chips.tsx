import { englishOf } from '@directory/domain/catalogue';
import { landmarks, orders } from '@directory/domain/search';
import type { MouseEvent } from 'react';
import { Link } from '../../shared/navigation/router.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import styles from './results.module.css';
import {
  activeFilters,
  type Filters,
  filtersSearch,
  type FilterValue,
  withoutFilters,
  withoutValue,
} from './filters.ts';

export type FilterChipsProps = {
  readonly filters: Filters;
  readonly applyOrderBy: boolean;
  /** Takes the focus when the last chip is removed. */
  readonly focusResults: () => void;
};

/** The active filters, each with a link that removes it. */
export function FilterChips({ filters, applyOrderBy, focusResults }: FilterChipsProps) {
  const active = activeFilters(filters, applyOrderBy);
  if (active.length === 0) return null;
  return (
    <ul className={`${ui.row} ${styles.chips}`} aria-label={texts.filters.active}>
      {active.map((chosen) => (
        <li key={`${chosen.name} ${chosen.value}`}>
          <Link
            className={`${ui.control} ${styles.chip}`}
            to={{ search: filtersSearch(withoutValue(filters, chosen)) }}
            onClick={(event) => {
              if (active.length === 1) focusResults();
              else focusNeighbour(event);
            }}
          >
            <Chip chosen={chosen} />
          </Link>
        </li>
      ))}
      <li>
        <Link
          className={styles.clear}
          to={{ search: filtersSearch(withoutFilters(filters)) }}
          onClick={focusResults}
        >
          {texts.filters.clearAll}
        </Link>
      </li>
    </ul>
  );
}

function Chip({ chosen }: { readonly chosen: FilterValue }) {
  const title = texts.filters.titles[chosen.name];
  const label = labelOf(chosen);
  const english = englishOf(chosen.value);
  return (
    <>
      <span className={ui.hidden}>{texts.filters.remove(title, label)}</span>
      <span aria-hidden="true">
        {title && <span className={styles.title}>{title}: </span>}
        {label}
        {english && <span className={styles.title}> {english}</span>}
      </span>
      <Icon name="cross" />
    </>
  );
}

function labelOf({ name, value }: FilterValue): string {
  if (name === 'q') return texts.filters.quoted(value);
  if (name === 'open') return texts.filters.open;
  if (name === 'area') return texts.map.area;
  if (name === 'pin') return texts.map.noPin;
  if (name === 'near') return landmarks.find(({ id }) => id === value)?.name ?? texts.near.me;
  const order = orders.find((each) => name === 'order' && each === value);
  return order ? texts.filters.orders[order] : value;
}

/** The chip that is removed would take the focus with it. */
function focusNeighbour({ currentTarget }: MouseEvent<HTMLElement>): void {
  const item = currentTarget.closest('li');
  const isLast = item?.nextElementSibling?.nextElementSibling === null;
  const neighbour = isLast ? item.previousElementSibling : item?.nextElementSibling;
  neighbour?.querySelector('a')?.focus();
}
