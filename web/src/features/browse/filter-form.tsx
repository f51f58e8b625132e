import {
  homeCategories,
  hoursLabel,
  isMainCategory,
  kampongs,
  mainCategories,
  operatingHours,
  subCategories,
} from '@directory/domain/catalogue';
import { orders } from '@directory/domain/search';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formText } from '../../shared/forms/form-text.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import type { FilterControl } from './use-results.ts';
import styles from './filter-form.module.css';
import { activeFilters, type FilterName, type Filters, filterValue, ratings } from './filters.ts';

const selects = ['category', 'subcategory', 'time', 'kampong', 'rating', 'order'] as const;
const english: ReadonlySet<string> = new Set(['rating', 'order']);

export type FilterFormProps = FilterControl & {
  /** Whether ordering by year works on this site. */
  readonly applyOrderBy: boolean;
};

/** The six selects; on a phone behind a button with the number of active ones. */
export function FilterForm({ filters, choose, applyOrderBy }: FilterFormProps) {
  const [open, setOpen] = useState(false);
  const formId = useId();
  const hintId = useId();
  const form = useChoicesBeforeHydration({ filters, choose });
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

/** The ref of the form: applies what was chosen in it before hydration. */
function useChoicesBeforeHydration({ filters, choose }: FilterControl) {
  const form = useRef<HTMLFormElement>(null);
  const applyEarly = useEffectEvent(() => {
    const entered = new FormData(form.current ?? undefined);
    const early = selects
      .map((name) => [name, formText(entered, name)] as const)
      .filter(([name, value]) => value !== filterValue(filters, name));
    if (early.length > 0) choose(...early);
  });
  useEffect(() => {
    applyEarly();
  }, []);
  return form;
}

type FilterSelectProps = {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly groups: readonly OptionGroup[];
  /** Malay for names of the village, undefined for English. */
  readonly lang?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly onChoose: (value: string) => void;
};

function FilterSelect({ name, label, all, value, groups, ...rest }: FilterSelectProps) {
  const { lang, describedBy, onChoose } = rest;
  const id = useId();
  const offered = groups.some(({ options }) => options.some((option) => option.value === value));
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={value ? styles.chosen : styles.select}
        name={name}
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => {
          onChoose(event.currentTarget.value);
        }}
      >
        <option value="">{all}</option>
        {/* A value of the address that is no option: shown, but not selectable. */}
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

type OptionsProps = { readonly group: OptionGroup; readonly lang?: string | undefined };

function Options({ group: { title, options }, lang }: OptionsProps) {
  const list = options.map(({ value, label }) => (
    <option key={value} value={value} lang={lang}>
      {label}
    </option>
  ));
  if (title === null) return list;
  return (
    <optgroup label={title} lang={lang}>
      {list}
    </optgroup>
  );
}

type Option = { readonly value: string; readonly label: string };

/** A select's options after All; those with a title become an optgroup. */
export type OptionGroup = { readonly title: string | null; readonly options: readonly Option[] };

/** The options of a select after All. */
function filterOptions(name: Exclude<FilterName, 'q'>, filters: Filters): readonly OptionGroup[] {
  switch (name) {
    case 'category':
      return [plain(homeCategories)];
    case 'subcategory':
      return subCategoryGroups(filters.category);
    case 'time':
      return [plain(operatingHours.map(hoursLabel))];
    case 'kampong':
      return [plain(kampongs)];
    case 'rating':
      return [named(ratings.map((stars) => [String(stars), texts.filters.stars(stars)]))];
    case 'order':
      return [named(orders.map((order) => [order, texts.filters.orders[order]]))];
  }
}

/** The label of a chosen value. */
export function filterLabel(filters: Filters, name: FilterName): string {
  if (name === 'rating' && filters.rating !== null) return texts.filters.stars(filters.rating);
  if (name === 'order' && filters.order !== null) return texts.filters.orders[filters.order];
  if (name === 'q') return `“${filters.q}”`;
  return filterValue(filters, name);
}

function subCategoryGroups(category: string | null): readonly OptionGroup[] {
  if (category !== null) return isMainCategory(category) ? [plain(subCategories(category))] : [];
  return mainCategories.map((title) => ({ ...plain(subCategories(title)), title }));
}

function plain(values: readonly string[]): OptionGroup {
  return named(values.map((value) => [value, value]));
}

function named(options: readonly (readonly [string, string])[]): OptionGroup {
  return { title: null, options: options.map(([value, label]) => ({ value, label })) };
}
