import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formText } from '../../shared/forms/form-text.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import styles from './filter-form.module.css';
import { filterOptions } from './filter-options.ts';
import { FilterSelect } from './filter-select.tsx';
import { activeFilters, filterValue } from './filters.ts';
import type { FilterControl } from './use-filters.ts';

const selects = ['category', 'subcategory', 'time', 'kampong', 'rating', 'order'] as const;
const english: ReadonlySet<string> = new Set(['rating', 'order']);

export type FilterFormProps = FilterControl & {
  /** Whether ordering by year works on this site. */
  readonly applyOrderBy: boolean;
};

/** The six selects; on a phone behind a button that tells how many are in use. */
export function FilterForm({ filters, choose, applyOrderBy }: FilterFormProps) {
  const [open, setOpen] = useState(false);
  const formId = useId();
  const hintId = useId();
  const form = useEarlyChoices({ filters, choose });
  return (
    <div role="search" className={styles.filters} aria-label={texts.filters.title}>
      <button
        type="button"
        className={`${ui.quiet} ${styles.toggle}`}
        aria-expanded={open}
        aria-controls={formId}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <Icon name={open ? 'cross' : 'filter'} />
        {texts.filters.toggle(activeFilters(filters).length)}
      </button>
      <form ref={form} id={formId} className={open ? styles.open : styles.closed} method="get">
        {filters.q && <input type="hidden" name="q" value={filters.q} />}
        {selects.map((name) => (
          <FilterSelect
            key={name}
            name={name}
            label={texts.filters[name]}
            all={texts.filters.all}
            value={filterValue(filters, name)}
            groups={filterOptions(name, filters)}
            lang={english.has(name) ? undefined : 'ms'}
            describedBy={english.has(name) ? hintId : undefined}
            onChoose={(value) => {
              choose([name, value]);
            }}
          />
        ))}
        <p id={hintId} className={styles.hint}>
          {applyOrderBy ? texts.filters.hintYears : texts.filters.hint}
        </p>
        <noscript>
          <button type="submit" className={ui.button}>
            {texts.filters.apply}
          </button>
        </noscript>
      </form>
    </div>
  );
}

/** For the form: takes up what was chosen in it before the scripts of the page ran. */
function useEarlyChoices({ filters, choose }: FilterControl) {
  const form = useRef<HTMLFormElement>(null);
  const takeUp = useEffectEvent(() => {
    const entered = new FormData(form.current ?? undefined);
    const early = selects
      .map((name) => [name, formText(entered, name)] as const)
      .filter(([name, value]) => value !== filterValue(filters, name));
    if (early.length > 0) choose(...early);
  });
  useEffect(() => {
    takeUp();
  }, []);
  return form;
}
