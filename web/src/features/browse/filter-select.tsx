import { useId } from 'react';
import { browseTexts as texts } from '../../texts/browse-texts.ts';
import styles from './filter-form.module.css';

export type Option = {
  readonly value: string;
  readonly text: string;
  /** How many places it would leave; undefined where that is not known. */
  readonly places?: number | undefined;
  readonly disabled?: boolean;
};

/** A select's options after All; those with a title become an optgroup. */
export type OptionGroup = { readonly title: string | null; readonly options: readonly Option[] };

export type FilterSelectProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly groups: readonly OptionGroup[];
  /** Malay for names of the village, undefined for English. */
  readonly lang: string | undefined;
  readonly describedBy: string | undefined;
  readonly onChoose: (value: string) => void;
};

export function FilterSelect({ name, label, value, groups, ...rest }: FilterSelectProps) {
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
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">{texts.filters.all}</option>
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

type OptionsProps = { readonly group: OptionGroup; readonly lang: string | undefined };

/** Browsers show the `label`, with the count; the content is the option as the specification spells it. */
function Options({ group: { title, options }, lang }: OptionsProps) {
  const list = options.map(({ value, text, places, disabled }) => (
    <option
      key={value}
      value={value}
      lang={lang}
      label={places === undefined ? undefined : texts.filters.counted(text, places)}
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
