import { englishOf, homeCategories } from '@directory/domain/catalogue';
import { landmarks } from '@directory/domain/search';
import { useEffect, useEffectEvent, useRef } from 'react';
import { showFocused } from '../../shared/navigation/page-heading.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { categoryClass, categorySign, Drawing } from '../../shared/drawing/drawings.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import {
  type FilterName,
  type Filters,
  filtersSearch,
  filterValue,
  withFilter,
} from './filters.ts';
import { askAllowedPosition, askPosition, usePosition } from './position.ts';
import styles from './quick-filters.module.css';
import type { FilterControl } from './use-results.ts';

export type QuickFiltersProps = Pick<FilterControl, 'filters' | 'choose'>;

/** The usual questions, each one tap away: near me, open now and, on phones, the categories. */
export function QuickFilters({ filters, choose }: QuickFiltersProps) {
  const { status } = usePosition();
  const isNear = filters.near === 'me';
  const isLandmark = filters.near !== null && !isNear;
  return (
    <nav className={`${ui.tight} ${styles.quick}`} aria-label="Quick filters">
      <div className={`${ui.row} ${ui.tight}`}>
        <NearMe filters={filters} choose={choose} />
        <Link
          className={`${ui.control} ${styles.chip}`}
          to={toggled(filters, 'open', 'now')}
          aria-current={filters.open || undefined}
        >
          <Icon name="clock" />
          {texts.filters.open}
        </Link>
        <Landmarks filters={filters} />
      </div>
      {/* Why there are no distances from where the visitor is. */}
      <p role="status" className={ui.small}>
        {status === 'refused' &&
          !isLandmark &&
          "We couldn't get your location. Choose a landmark instead."}
        {status === 'unasked' && isNear && 'Choose Near me to see distances from where you are.'}
      </p>
      <ul className={`${ui.scrollFade} ${styles.categories}`} aria-label="Categories">
        {homeCategories.map((category) => (
          <li key={category}>
            <Link
              className={`${styles.category} ${categoryClass(category)}`}
              to={toggled(filters, 'category', category)}
              aria-current={filters.category === category || undefined}
              onFocus={showFocused}
            >
              <Drawing href={categorySign(category)} />
              <span lang="ms">{category}</span>
              <span className={styles.gloss}>{englishOf(category)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Asks the visitor for the position on a click, never before. Once it is known, it is added to the filters of that moment. */
function NearMe({ filters, choose }: QuickFiltersProps) {
  const { status } = usePosition();
  const isWanted = useRef(false);
  const isNear = filters.near === 'me';
  const handleClick = () => {
    isWanted.current = !isNear || status !== 'known';
    if (isWanted.current) void askPosition();
    else choose('near', '');
  };
  const addToFilters = useEffectEvent(() => {
    if (isWanted.current) choose('near', 'me');
    isWanted.current = false;
  });
  useEffect(() => {
    if (status === 'known') addToFilters();
  }, [status]);
  const isReloaded = isNear && status === 'unasked';
  useEffect(() => {
    if (isReloaded) void askAllowedPosition();
  }, [isReloaded]);
  return (
    <button
      type="button"
      className={`${ui.scripted} ${ui.control} ${styles.chip}`}
      aria-pressed={isNear}
      aria-busy={status === 'asking'}
      onClick={handleClick}
    >
      <Icon name="near" />
      {status === 'asking' ? 'Locating…' : 'Near me'}
    </button>
  );
}

/** Landmarks to measure from without giving a position. They are plain links, which work without scripts. */
function Landmarks({ filters }: { readonly filters: Filters }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current) details.current.open = false;
    details.current?.querySelector('summary')?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys are pressed on the links in it
    <details
      ref={details}
      className={styles.landmarks}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <summary className={`${ui.control} ${styles.chip}`}>
        <span>
          <span className={styles.wide}>{'Near a '}</span>
          landmark…
        </span>
      </summary>
      <ul aria-label="Landmarks">
        {landmarks.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={toggled(filters, 'near', id)}
              aria-current={filters.near === id || undefined}
              onClick={close}
              lang="ms"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The address with a filter set or, if it has this value already, removed. */
function toggled(filters: Filters, name: FilterName, value: string) {
  const isSet = filterValue(filters, name) === value;
  return { search: filtersSearch({ ...withFilter(filters, name, isSet ? '' : value), page: 1 }) };
}
