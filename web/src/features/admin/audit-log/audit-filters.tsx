import { accountText } from '@directory/domain/business/events';
import { auditKinds, type AuditResponse } from '@directory/api/contracts';
import { useRef, useState } from 'react';
import { resultsState } from '../../../shared/navigation/link-state.ts';
import { Link, useNavigate } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import {
  type FieldErrors,
  SelectField,
  TextField,
  useChoiceForm,
} from '../../../shared/forms/form-fields.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { useMedia } from '../../../shared/ui/viewport.ts';
import { browseTexts } from '../../../texts/browse-texts.ts';
import { auditTexts as texts } from '../../../texts/history-texts.ts';
import admin from '../admin.module.css';
import styles from '../audit/audit.module.css';
import { QuietButton } from '../../../shared/ui/controls.tsx';

type AuditFiltersProps = {
  readonly filter: AuditFilter;
  /** Undefined while loading. */
  readonly audit: AuditResponse | undefined;
  readonly errors: FieldErrors;
};

/** The fields below each other would fill the screen. */
const phone = '(width < 30rem)';

/** On a phone the filters are behind a button, unless one of them was refused. */
export function AuditFilters({ filter, audit, errors }: AuditFiltersProps) {
  const navigate = useNavigate();
  const isPhone = useMedia(phone);
  /** Null until it is chosen. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const isShown = !isPhone || (isOpen ?? Object.keys(errors).length > 0);
  const apply = (chosen: Readonly<Record<keyof AuditFilter, string>>) => {
    setOpen(null);
    toggle.current?.focus();
    navigate({ search: queryOf(parseFilter(new URLSearchParams(chosen))) });
  };
  const { entered, field, handleSubmit } = useChoiceForm<keyof AuditFilter>(filter, apply, errors);
  const hasFilter = queryOf(filter) !== '';
  return (
    <search aria-label="Filter the audit">
      <form
        className={`${ui.panel} ${admin.filters} ${styles.filters}`}
        noValidate
        onSubmit={handleSubmit}
      >
        {isPhone && (
          <QuietButton ref={toggle} aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
            <Icon name={isShown ? 'cross' : 'filter'} />
            {browseTexts.filters.toggle(Object.values(filter).filter(Boolean).length)}
          </QuietButton>
        )}
        {isShown && (
          <>
            <SelectField
              {...field('kind')}
              label="What"
              nothing="Everything"
              options={auditKinds.map((value) => ({ value, label: texts.kinds[value] }))}
            />
            <SelectField
              {...field('person')}
              label="Who"
              nothing="Anyone"
              options={peopleOf(audit, entered.person)}
            />
            <TextField {...field('from')} label="From" type="date" />
            <TextField {...field('to')} label="To" type="date" />
            <button className={ui.button}>Show</button>
          </>
        )}
        {hasFilter && (
          <p className={`${ui.row} ${styles.chosen}`}>
            {filter.business !== '' && <BusinessChoice filter={filter} audit={audit} />}
            <Link to={{ search: '' }} state={resultsState}>
              {texts.clear}
            </Link>
          </p>
        )}
      </form>
    </search>
  );
}

/** The people to choose from: all admins, the system, and an owner who is chosen already. */
function peopleOf(audit: AuditResponse | undefined, chosen: string) {
  const { people = [], entries = [] } = audit ?? {};
  // Only the person who is chosen may have no name, and all entries are theirs.
  const isDemonstration = entries.some((entry) => entry.demonstration);
  const admins = people.map(({ id, name }) => ({
    value: id,
    label: accountText(name, isDemonstration),
  }));
  const known = [...admins, { value: 'system', label: 'System and command line' }];
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}

function BusinessChoice({ filter, audit }: Pick<AuditFiltersProps, 'filter' | 'audit'>) {
  const name = audit?.entries.find(({ business }) => business)?.business?.name;
  return (
    <>
      <strong>{name === undefined ? 'Only one business' : `Only ${name}`}</strong>
      <Link to={{ search: queryOf({ ...filter, business: '' }) }} state={resultsState}>
        Show all businesses
      </Link>
    </>
  );
}

type AuditFilter = ReturnType<typeof parseFilter>;

/** What the page shows, kept in the address; empty for everything. */
export function parseFilter(search: URLSearchParams) {
  const text = (name: string) => search.get(name) ?? '';
  return {
    kind: auditKinds.find((kind) => kind === search.get('kind')) ?? ('' as const),
    /** The id of an account, or `system`. */
    person: text('person'),
    /** The id of a listing. */
    business: text('business'),
    /** Days as `2026-11-22`. */
    from: text('from'),
    to: text('to'),
  };
}
