import { useId } from 'react';
import type { OptionGroup } from './filter-options.ts';
import styles from './filter-form.module.css';

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

export function FilterSelect({ name, label, all, value, groups, ...rest }: FilterSelectProps) {
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
        {/* Chosen by address and not on offer: shown as what it is, but not added to the choices. */}
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
