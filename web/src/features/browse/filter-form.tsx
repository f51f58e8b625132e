import {
  englishOf,
  facilities,
  homeCategories,
  hoursLabel,
  isMainCategory,
  kampongs,
  mainCategories,
  operatingHours,
  type MainCategory,
  orders,
  subCategories,
} from '@directory/domain/catalogue';
import { groupBy } from '@directory/domain/shared/collections';
import type { OptionCounts } from '@directory/domain/search';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { textOf } from '@directory/domain/shared/unknown';
import { HiddenFields } from '../../shared/search/quick-search.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import styles from './filter-form.module.css';
import {
  activeFilters,
  type Filters,
  filtersSearch,
  filterValue,
  langOfFilter,
  ratings,
  toggleFacility,
  withFilter,
} from './filters.ts';
import type { FilterControl, ResultsPage } from './use-results.ts';
import { count, number } from '../../texts/count.ts';

const selects = ['category', 'subcategory', 'time', 'kampong', 'rating', 'order'] as const;
type Counts = OptionCounts[keyof OptionCounts];
type SelectName = (typeof selects)[number];

export type FilterFormProps = FilterControl & {
  /** Whether ordering by year works on this site. */
  readonly applyOrderBy: boolean;
  /** Undefined while the results load. */
  readonly results: Pick<ResultsPage, 'total' | 'counts'> | undefined;
  readonly focusResults: () => void;
};

/** The six selects and the facilities; on a phone behind a button that shows how many filters are active. */
export function FilterForm(props: FilterFormProps) {
  const { filters, choose, apply, applyOrderBy, results, focusResults } = props;
  const [open, setOpen] = useState(false);
  const formId = useId();
  const hintId = useId();
  const form = useChoicesBeforeHydration({ filters, apply });
  const counts = results?.counts;
  const hidden = new URLSearchParams(filtersSearch(filters));
  for (const name of [...selects, 'facility', 'page']) hidden.delete(name);
  return (
    <div role="search" className={`${ui.card} ${styles.filters}`} aria-label="Filters">
      <button
        type="button"
        className={`${ui.scripted} ${ui.quiet} ${styles.toggle}`}
        aria-expanded={open}
        aria-controls={formId}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'cross' : 'filter'} />
        {texts.filters.toggle(activeFilters(filters, applyOrderBy).length)}
      </button>
      <form
        ref={form}
        id={formId}
        className={`${ui.stack} ${styles.form} ${open ? '' : styles.closed}`}
        method="get"
      >
        {/* The filters that have no field here, for browsers without scripts. */}
        <HiddenFields query={hidden} />
        {selects.map((name) => (
          <FilterSelect
            key={name}
            name={name}
            filters={filters}
            counts={counts}
            hintId={hintId}
            onChoose={(value) => choose(name, value)}
          />
        ))}
        <Facilities filters={filters} counts={counts} apply={apply} />
        <p id={hintId} className={styles.hint}>
          {applyOrderBy
            ? 'You can sort by year opened. There are no ratings yet.'
            : "Ratings and sorting aren't available yet."}
        </p>
        <noscript>
          <button className={ui.button}>Apply filters</button>
        </noscript>
        <button
          type="button"
          className={`${ui.scripted} ${ui.button} ${styles.show}`}
          onClick={() => {
            setOpen(false);
            focusResults();
          }}
        >
          {results ? `Show ${count(results.total, 'place', 'places')}` : 'Show places'}
        </button>
      </form>
    </div>
  );
}

type FacilitiesProps = Pick<FilterControl, 'filters' | 'apply'> & {
  readonly counts: OptionCounts | undefined;
};

function Facilities({ filters, apply, counts }: FacilitiesProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.facilities}>
      <span id={id} className={styles.label}>
        {texts.filters.titles.facility}
      </span>
      {facilities.map((facility) => {
        const isChosen = filters.facilities.includes(facility);
        const places = counts?.facility[facility] ?? 0;
        return (
          <label key={facility} className={`${ui.check} ${styles.facility}`} lang="ms">
            <input
              type="checkbox"
              name="facility"
              value={facility}
              checked={isChosen}
              disabled={counts !== undefined && places === 0 && !isChosen}
              onChange={() => apply(toggleFacility(filters, facility))}
            />
            {facility}
            <span className={styles.gloss} lang="en">
              {englishOf(facility)}
              {counts && ` (${number.format(places)})`}
            </span>
          </label>
        );
      })}
    </div>
  );
}

/** Applies what a visitor chose in the form before hydration. Returns the ref of the form. */
function useChoicesBeforeHydration({ filters, apply }: Pick<FilterControl, 'filters' | 'apply'>) {
  const form = useRef<HTMLFormElement>(null);
  const applyEarly = useEffectEvent(() => {
    const entered = new FormData(form.current ?? undefined);
    const choices = selects
      .map((name) => [name, textOf(entered.get(name))] as const)
      .filter(([name, value]) => value !== filterValue(filters, name));
    const ticked = facilities.filter((facility) => entered.getAll('facility').includes(facility));
    if (choices.length === 0 && ticked.join() === filters.facilities.join()) return;
    const chosen = choices.reduce((before, choice) => withFilter(before, ...choice), filters);
    apply({ ...chosen, facilities: ticked });
  });
  useEffect(() => applyEarly(), []);
  return form;
}

/** The options of a select after All, each with the number of places that it would leave. */
function filterOptions(
  name: SelectName,
  filters: Filters,
  counts: OptionCounts | undefined,
): readonly Option[] {
  switch (name) {
    case 'category':
      return countedOptions(homeCategories, counts?.category);
    case 'subcategory':
      return subCategoryOptions(filters, counts?.subcategory);
    case 'time':
      return operatingHours.map((span) => {
        const label = hoursLabel(span);
        return { value: label, text: label, places: counts && (counts.time[span] ?? 0) };
      });
    case 'kampong':
      return countedOptions(kampongs, counts?.kampong);
    case 'rating':
      return ratings.map((stars) => ({
        value: String(stars),
        text: count(stars, 'star', 'stars'),
      }));
    case 'order':
      return orders.map((order) => ({ value: order, text: texts.filters.orders[order] }));
  }
}

/** All sub-categories of a category; without a category, those that would leave a place, grouped by category. */
function subCategoryOptions(
  { category, subcategory }: Filters,
  counts: Counts | undefined,
): readonly Option[] {
  if (category !== null && !isMainCategory(category)) return [];
  const isUseful = ({ places, value }: Option) => places !== 0 || value === subcategory;
  const optionsIn = (parent: MainCategory) => countedOptions(subCategories(parent), counts);
  if (category !== null)
    return optionsIn(category).map((option) => ({ ...option, disabled: !isUseful(option) }));
  return mainCategories.flatMap((group) =>
    optionsIn(group)
      .filter(isUseful)
      .map((option) => ({ ...option, group })),
  );
}

function countedOptions(values: readonly string[], counts: Counts | undefined): readonly Option[] {
  return values.map((value) => ({ value, text: value, places: counts && (counts[value] ?? 0) }));
}

type Option = {
  readonly value: string;
  readonly text: string;
  /** How many places it would leave; undefined where that is not known. */
  readonly places?: number | undefined;
  readonly disabled?: boolean;
  /** The title of its optgroup, if it is in one. */
  readonly group?: string;
};

type FilterSelectProps = Pick<FilterControl, 'filters'> & {
  readonly name: SelectName;
  readonly counts: OptionCounts | undefined;
  /** The hint on the selects that may do nothing. */
  readonly hintId: string;
  readonly onChoose: (value: string) => void;
};

function FilterSelect({ name, filters, counts, hintId, onChoose }: FilterSelectProps) {
  const id = useId();
  const value = filterValue(filters, name);
  const lang = langOfFilter(name);
  const options = filterOptions(name, filters, counts);
  // Browsers show the label, with the count; the content is the option as the specification spells it.
  const list = (shown: readonly Option[]) =>
    shown.map(({ value: each, text, places, disabled }) => (
      <option
        key={each}
        value={each}
        lang={lang}
        label={places === undefined ? undefined : `${text} (${number.format(places)})`}
        disabled={disabled}
      >
        {text}
      </option>
    ));
  return (
    <div className={`${ui.selectFrame} ${styles.field}`}>
      <label className={styles.label} htmlFor={id}>
        {texts.filters.titles[name]}
      </label>
      <select
        id={id}
        className={value ? styles.chosen : styles.select}
        name={name}
        value={value}
        aria-describedby={lang ? undefined : hintId}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">All</option>
        {/* A value in the address that is no option is shown, but cannot be chosen. */}
        {value && options.every((option) => option.value !== value) && (
          <option value={value} lang={lang} hidden>
            {value}
          </option>
        )}
        {[...groupBy(options, ({ group = '' }) => group)].map(([title, grouped]) =>
          title === '' ? (
            list(grouped)
          ) : (
            <optgroup key={title} label={title} lang={lang}>
              {list(grouped)}
            </optgroup>
          ),
        )}
      </select>
    </div>
  );
}
