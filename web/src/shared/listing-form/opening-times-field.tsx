import {
  englishOf,
  parseOperatingHours,
  usualSpan,
  type OperatingHours,
  type TimeRange,
} from '@directory/domain/catalogue';
import { useId, useRef, useState } from 'react';
import { formTexts } from '../../texts/account-texts.ts';
import { openingTimes as texts, daysName } from '../../texts/listing-form-texts.ts';
import { fields } from '../../texts/owner-texts.ts';
import { fieldId, Select, SelectField } from '../forms/form-fields.tsx';
import ui from '../ui/ui.module.css';
import type { PartProps } from './form-values.ts';
import styles from './listing-form.module.css';
import {
  allDay,
  isAfterMidnight,
  notEntered,
  patternOf,
  timesOf,
  weekPatternNames,
  withBreak,
  withFridayBreak,
  withPattern,
  type DayTimes,
  type TimesInput,
} from './opening-times-input.ts';
import { QuietButton } from '../ui/controls.tsx';

/** The exact times of a week, below the span that the form asks for. */
export function OpeningTimesField({ values, errors, onChange }: PartProps) {
  const { openingTimes: input } = values;
  const change = (openingTimes: TimesInput) => onChange({ openingTimes });
  const pattern = patternOf(input);
  /** Days with times of their own, which stay shown also while they are those of another day. */
  const [own, setOwn] = useState<readonly string[]>([]);
  const example = input.findIndex(
    ({ days, ranges }) =>
      pattern === 'each' && stateOf(ranges) === 'open' && !own.includes(days.join()),
  );
  const isSame = ({ days, ranges }: DayTimes, index: number) =>
    index > example &&
    !own.includes(days.join()) &&
    JSON.stringify(ranges) === JSON.stringify(input[example]?.ranges);
  return (
    <div className={`${ui.group} ${ui.start} ${styles.times}`}>
      <SelectField
        name="openingTimes"
        label={fields.openingTimes}
        optional={formTexts.optional}
        hint="Visitors then see whether you are open now."
        error={errors['openingTimes']}
        nothing="Not given"
        options={texts.patterns}
        value={pattern === 'none' ? '' : pattern}
        onChange={({ currentTarget: { value } }) =>
          change(withPattern(input, weekPatternNames.find((name) => name === value) ?? 'none'))
        }
      />
      {input.map((group, index) => (
        <DayGroup
          key={group.days.join()}
          group={group}
          isWrong={errors['openingTimes'] !== undefined}
          example={index > example ? input[example] : undefined}
          isSame={isSame(group, index)}
          onChange={(ranges, takesExample) => {
            // Days that differ stay so when the times of the example become theirs while they are typed.
            // Without an example, as where all were open round the clock, this day can become one.
            const isOwn = (other: DayTimes, at: number) =>
              at !== (example < 0 ? index : example) &&
              !(at === index ? takesExample : isSame(other, at));
            setOwn(input.filter(isOwn).map(({ days }) => days.join()));
            const leads = index === example && stateOf(ranges) === 'open';
            change(
              input.map((other, at) =>
                at === index || (leads && isSame(other, at)) ? { ...other, ranges } : other,
              ),
            );
          }}
        />
      ))}
      {(pattern === 'daily' || pattern === 'weekend') && (
        <QuietButton
          onClick={() => {
            change(withFridayBreak(input));
            // The button disappears, and the select now says that each day has its own times.
            document.getElementById(fieldId('openingTimes'))?.focus();
          }}
        >
          Add a Friday break
        </QuietButton>
      )}
      <SpanOffer
        input={input}
        span={parseOperatingHours(values.operatingHours) ?? null}
        onAccept={(operatingHours) => onChange({ operatingHours })}
      />
    </div>
  );
}

type DayGroupProps = {
  readonly group: DayTimes;
  readonly isWrong: boolean;
  /** An earlier day whose times this one can have; then it needs no fields. */
  readonly example: DayTimes | undefined;
  readonly isSame: boolean;
  readonly onChange: (ranges: readonly TimeRange[], takesExample?: boolean) => void;
};

/** One day, or days with the same times. */
function DayGroup({ group, isWrong, example, isSame, onChange }: DayGroupProps) {
  const { ranges } = group;
  const id = useId();
  const name = daysName(group.days);
  const isOpen = stateOf(ranges) === 'open';
  const state = isSame ? 'same' : stateOf(ranges);
  /** Comes back when a day that was closed by mistake is opened again. */
  const [lastOpen, setLastOpen] = useState<readonly TimeRange[]>([notEntered]);
  return (
    <div role="group" aria-labelledby={id} className={styles.day}>
      <span id={id}>{name}</span>
      <Select
        aria-label={`${name}: open or closed`}
        options={[
          ...texts.states,
          ...(example ? [{ value: 'same', label: `Same as ${daysName(example.days)}` }] : []),
        ]}
        value={state}
        onChange={({ currentTarget: { value } }) => {
          if (isOpen) setLastOpen(ranges);
          if (value === 'open') onChange(isOpen ? ranges : lastOpen);
          else if (value === 'same') onChange(example?.ranges ?? [], true);
          else onChange(value === 'allDay' ? [allDay] : []);
        }}
      />
      {state === 'open' && (
        <div className={`${ui.tight} ${ui.start}`}>
          {ranges.map((range, index) => (
            <RangeInputs
              // The first and the second range of a day.
              key={index}
              name={index === 0 ? name : `${name}, after the break`}
              range={range}
              ranges={ranges}
              isWrong={isWrong}
              onChange={(next) => onChange(ranges.with(index, next))}
            />
          ))}
          <button
            type="button"
            className={`${ui.textButton} ${styles.break}`}
            aria-label={ranges.length > 1 ? `Remove the break: ${name}` : `Add a break: ${name}`}
            onClick={() => onChange(ranges.length > 1 ? joined(ranges) : withBreak(group))}
          >
            {ranges.length > 1 ? 'Remove the break' : 'Add a break'}
          </button>
        </div>
      )}
    </div>
  );
}

function stateOf(ranges: readonly TimeRange[]): 'open' | 'closed' | 'allDay' {
  const [first] = ranges;
  if (!first) return 'closed';
  return first.from === allDay.from && first.to === allDay.to ? 'allDay' : 'open';
}

/** From the first opening to the last closing. */
function joined(ranges: readonly TimeRange[]): readonly TimeRange[] {
  return [{ from: ranges[0]?.from ?? '', to: ranges.at(-1)?.to ?? '' }];
}

type RangeInputsProps = {
  readonly name: string;
  readonly range: TimeRange;
  /** All ranges of the day. */
  readonly ranges: readonly TimeRange[];
  readonly isWrong: boolean;
  readonly onChange: (range: TimeRange) => void;
};

function RangeInputs({ name, range, ranges, isWrong, onChange }: RangeInputsProps) {
  const { from, to } = range;
  const isNextDay = from !== '' && to !== '' && (to <= from || isAfterMidnight(range, ranges));
  const input = (field: 'from' | 'to') => {
    const isMissing = isWrong && range[field] === '';
    return {
      type: 'time',
      value: range[field],
      'aria-invalid': isMissing || undefined,
      'aria-describedby': isMissing ? `${fieldId('openingTimes')}-error` : undefined,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        onChange({ ...range, [field]: value }),
    };
  };
  return (
    <span className={`${ui.row} ${styles.range}`}>
      <input {...input('from')} aria-label={`${name}: opens at`} />
      <span>to</span>
      <input
        {...input('to')}
        // Not as a description, which screen readers do not read of the parts of a time.
        aria-label={`${name}: closes at${isNextDay ? ', the next day' : ''}`}
      />
      <span className={ui.small}>{isNextDay && 'the next day'}</span>
    </span>
  );
}

type SpanOfferProps = {
  readonly input: TimesInput;
  readonly span: OperatingHours | null;
  readonly onAccept: (span: OperatingHours) => void;
};

/** Visitors filter by the span, so it should be that of the times. */
function SpanOffer({ input, span, onAccept }: SpanOfferProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const [accepted, setAccepted] = useState<OperatingHours | null>(null);
  const times = timesOf(input);
  const usual = times && usualSpan(times);
  const differs = usual !== null && usual !== span;
  const accept = (offered: OperatingHours) => {
    onAccept(offered);
    setAccepted(offered);
    // The button disappears.
    line.current?.focus();
  };
  return (
    <p ref={line} tabIndex={-1} role="status" className={`${ui.row} ${styles.offer}`}>
      {differs ? (
        <>
          <span>
            These times are <span lang="ms">{usual}</span> ({englishOf(usual)}).
          </span>
          <QuietButton onClick={() => accept(usual)}>Set the operating hours to this</QuietButton>
        </>
      ) : (
        accepted !== null && accepted === span && 'Operating hours set.'
      )}
    </p>
  );
}
