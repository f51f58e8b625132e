import {
  englishOf,
  facilities,
  homeCategories,
  hoursLabel,
  isMainCategory,
  kampongs,
  mainCategories,
  operatingHours,
  type OperatingHours,
  orders,
  subCategories,
} from '@directory/domain/catalogue';
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
import { count } from '../../texts/count.ts';

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
        <HiddenFilters filters={filters} />
        {selects.map((name) => (
          <FilterSelect
            key={name}
            name={name}
            label={texts.filters.titles[name]}
            value={filterValue(filters, name)}
            groups={filterOptions(name, filters, counts)}
            lang={langOfFilter(name)}
            describedBy={langOfFilter(name) ? undefined : hintId}
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
          <button type="submit" className={ui.button}>
            Apply filters
          </button>
        </noscript>
        <button
          type="button"
          className={`${ui.scripted} ${ui.button} ${styles.show}`}
          onClick={() => {
            setOpen(false);
            focusResults();
          }}
        >
          {texts.filters.show(results?.total)}
        </button>
      </form>
    </div>
  );
}

/** The filters that have no field here, for browsers without scripts. */
function HiddenFilters({ filters }: { readonly filters: Filters }) {
  const query = new URLSearchParams(filtersSearch(filters));
  for (const name of [...selects, 'facility', 'page']) query.delete(name);
  return <HiddenFields query={query} />;
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
              {counts && ` (${places})`}
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
): readonly OptionGroup[] {
  switch (name) {
    case 'category':
      return untitled(countedOptions(homeCategories, counts?.category));
    case 'subcategory':
      return subCategoryGroups(filters, counts?.subcategory);
    case 'time':
      return untitled(operatingHours.map((span) => timeOption(span, counts)));
    case 'kampong':
      return untitled(countedOptions(kampongs, counts?.kampong));
    case 'rating':
      return untitled(
        ratings.map((stars) => ({ value: String(stars), text: count(stars, 'star', 'stars') })),
      );
    case 'order':
      return untitled(orders.map((order) => ({ value: order, text: texts.filters.orders[order] })));
  }
}

/** All sub-categories of a category; without a category, those that would leave a place, grouped by category. */
function subCategoryGroups(
  { category, subcategory }: Filters,
  counts: Counts | undefined,
): readonly OptionGroup[] {
  if (category !== null && !isMainCategory(category)) return [];
  const isUseful = ({ places, value }: Option) => places !== 0 || value === subcategory;
  if (category !== null) {
    const options = countedOptions(subCategories(category), counts);
    return untitled(options.map((option) => ({ ...option, disabled: !isUseful(option) })));
  }
  return mainCategories
    .map((title) => ({
      title,
      options: countedOptions(subCategories(title), counts).filter(isUseful),
    }))
    .filter(({ options }) => options.length > 0);
}

function timeOption(span: OperatingHours, counts: OptionCounts | undefined): Option {
  const label = hoursLabel(span);
  return { value: label, text: label, places: counts && (counts.time[span] ?? 0) };
}

function countedOptions(values: readonly string[], counts: Counts | undefined): readonly Option[] {
  return values.map((value) => ({ value, text: value, places: counts && (counts[value] ?? 0) }));
}

function untitled(options: readonly Option[]): readonly OptionGroup[] {
  return [{ title: null, options }];
}

type Option = {
  readonly value: string;
  readonly text: string;
  /** How many places it would leave; undefined where that is not known. */
  readonly places?: number | undefined;
  readonly disabled?: boolean;
};

/** A select's options after All; those with a title become an optgroup. */
type OptionGroup = { readonly title: string | null; readonly options: readonly Option[] };

type FilterSelectProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly groups: readonly OptionGroup[];
  /** Malay for local names; undefined for English. */
  readonly lang: string | undefined;
  readonly describedBy: string | undefined;
  readonly onChoose: (value: string) => void;
};

function FilterSelect({ name, label, value, groups, ...rest }: FilterSelectProps) {
  const { lang, describedBy, onChoose } = rest;
  const id = useId();
  const offered = groups.some(({ options }) => options.some((option) => option.value === value));
  return (
    <div className={`${ui.selectFrame} ${styles.field}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={value ? styles.chosen : styles.select}
        name={name}
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">All</option>
        {/* A value in the address that is no option is shown, but cannot be chosen. */}
        {value && !offered && (
          <option value={value} lang={lang} hidden>
            {value}
          </option>
        )}
        {groups.map((group) => (
          <Options key={group.title} group={group} lang={lang} />
        ))}
      </select>
    </div>
  );
}

type OptionsProps = { readonly group: OptionGroup; readonly lang: string | undefined };

/** Browsers show the `label`, with the count; the content is the option as the specification spells it. */
function Options({ group: { title, options }, lang }: OptionsProps) {
  const list = options.map(({ value, text, places, disabled }) => (
    <option
      key={value}
      value={value}
      lang={lang}
      label={places === undefined ? undefined : `${text} (${places})`}
      disabled={disabled}
    >
      {text}
    </option>
  ));
  if (title === null) return list;
  return (
    <optgroup label={title} lang={lang}>
      {list}
    </optgroup>
  );
}
