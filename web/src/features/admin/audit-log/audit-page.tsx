import { accountText } from '@directory/domain/business/events';
import { type AuditResponse, type AuditEntryResponse, auditKinds } from '@directory/api/contracts';
import { groupBy } from '@directory/domain/shared/collections';
import { resultsState, useResultsFocus } from '../../../shared/navigation/link-state.ts';
import { Link, useQuery, useNavigate } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import { firstOfEach } from '../../../shared/forms/request-form.tsx';
import { DownloadButton } from '../../../shared/download/download-button.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { NothingFound } from '../../../shared/listing/listing-parts.tsx';
import tones from '../../../shared/ui/status-tones.module.css';
import ui from '../../../shared/ui/ui.module.css';
import {
  auditTexts as texts,
  eventLabel,
  operationText,
  rejectionText,
  roleNames,
} from '../../../texts/history-texts.ts';
import { AdminPage, AskedLoadState } from '../frame/admin-frame.tsx';
import { fieldLabel } from '../listings/fields.tsx';
import { useTimeText, withFullYear } from '../../../shared/listing/site-time.ts';
import styles from '../audit/audit.module.css';
import { count } from '../../../texts/count.ts';
import { useRef, useState } from 'react';
import {
  type FieldErrors,
  SelectField,
  TextField,
  useChoiceForm,
} from '../../../shared/forms/form-fields.tsx';
import { ButtonLink, LineLink, QuietButton, QuietLink } from '../../../shared/ui/controls.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useMedia } from '../../../shared/ui/viewport.ts';
import { browseTexts } from '../../../texts/browse-texts.ts';
import admin from '../admin.module.css';

/** Who did what, a page of the newest entries or of older ones. */
export function AuditPage() {
  const query = useQuery();
  const filter = parseFilter(query);
  const before = query.get('before');
  const audit = useResource<AuditResponse>(`/api/audit${queryOf({ ...filter, before })}`);
  const { data, error } = audit;
  const { target } = useResultsFocus<HTMLParagraphElement>(data !== undefined);
  return (
    <AdminPage
      title="Audit log"
      lead="Who did what to listings and to the directory, newest first."
      width="narrow"
    >
      <AuditFilters filter={filter} audit={data} errors={firstOfEach(error)} />
      <AskedLoadState resource={audit} failed="Couldn't load the audit log." />
      <div className={`${ui.row} ${ui.spread}`}>
        <p role="status" ref={target} tabIndex={-1}>
          {data && count(data.entries.length, 'entry', 'entries')}
          {data && (before !== null || data.next !== null) && ' on this page'}
        </p>
        {data && data.entries.length > 0 && (
          <DownloadButton path={`/api/audit.csv${queryOf(filter)}`} />
        )}
      </div>
      {data && (
        <>
          {data.entries.length === 0 && (
            <NothingFound title="No entries found" text="Try another person, kind or period.">
              <ButtonLink to={{ search: '' }} state={resultsState}>
                {texts.clear}
              </ButtonLink>
            </NothingFound>
          )}
          <AuditEntries entries={data.entries} />
          {(before !== null || data.next !== null) && (
            <nav className={`${ui.row} ${ui.spread}`} aria-label="Pages of the audit log">
              {before === null ? (
                <span />
              ) : (
                <QuietLink to={{ search: queryOf(filter) }} state={resultsState}>
                  Newest
                </QuietLink>
              )}
              {data.next !== null && (
                <QuietLink
                  to={{ search: queryOf({ ...filter, before: data.next }) }}
                  state={resultsState}
                  rel="next"
                >
                  Older
                </QuietLink>
              )}
            </nav>
          )}
        </>
      )}
    </AdminPage>
  );
}

/** The entries under their days, in the site's time zone. */
function AuditEntries({ entries }: Pick<AuditResponse, 'entries'>) {
  const timeText = useTimeText();
  const days = [...groupBy(entries, ({ day }) => day)];
  return days.map(([day, entriesOfDay]) => (
    <section key={day} className={ui.tight}>
      <h2 className={ui.subtitle}>{dayFormat.format(Date.parse(day))}</h2>
      <ol className={ui.card}>
        {entriesOfDay.map((entry) => (
          <li key={entry.id} className={`${ui.stack} ${styles.entry} ${tones[entry.kind] ?? ''}`}>
            <time className={styles.time} dateTime={entry.time}>
              {timeText(entry.time)}
            </time>
            <div>
              <p className={`${ui.strong} ${ui.anywhere}`}>
                {entry.business ? (
                  <>
                    {eventLabel(entry.type)}:{' '}
                    <Link
                      to={`/adminDashboard/history/${entry.business.id}?at=${entry.revision}`}
                      lang="ms"
                    >
                      {entry.business.name}
                    </Link>
                  </>
                ) : (
                  operationText(entry)
                )}
              </p>
              <Who entry={entry} />
            </div>
            <Links entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

type EntryProps = { readonly entry: AuditEntryResponse };

function Who({ entry: { person, role, changed, reasonCode, demonstration } }: EntryProps) {
  return (
    <p className={ui.soft}>
      {person ? (
        <>
          by{' '}
          <Link to={{ search: queryOf({ person: person.id }) }} state={resultsState}>
            {accountText(person.name, demonstration)}
          </Link>{' '}
          ({roleNames[role]})
        </>
      ) : (
        'by the system'
      )}
      {changed.length > 0 && <> · Changed: {changed.map(fieldLabel).join(', ')}</>}
      {reasonCode !== null && <> · Reason: {rejectionText({ code: reasonCode, text: '' })}</>}
      {demonstration && <> · Demo data</>}
    </p>
  );
}

/** The links of an entry. Each names its entry for those who only hear the links. */
function Links({ entry: { kind, person, day, business, demonstration } }: EntryProps) {
  const isOfOne = Boolean(useQuery().get('business'));
  return (
    <p className={`${ui.row} ${styles.entryLinks}`}>
      {person && (
        <LineLink
          to={{ search: queryOf({ kind, person: person.id, from: day, to: day }) }}
          state={resultsState}
        >
          What else that day?{' '}
          <span className={ui.hidden}>
            {` ${texts.kinds[kind]} by ${accountText(person.name, demonstration)} on this day`}
          </span>
        </LineLink>
      )}
      {business && !isOfOne && (
        <LineLink to={{ search: queryOf({ business: business.id }) }} state={resultsState}>
          All entries for this business
          <span className={ui.hidden}>: {business.name}</span>
        </LineLink>
      )}
    </p>
  );
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

type AuditFiltersProps = {
  readonly filter: AuditFilter;
  /** Undefined while loading. */
  readonly audit: AuditResponse | undefined;
  readonly errors: FieldErrors;
};

/** The fields below each other would fill the screen. */
const phone = '(width < 30rem)';

/** On a phone the filters are behind a button, unless one of them was refused. */
function AuditFilters({ filter, audit, errors }: AuditFiltersProps) {
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
  const businessName = audit?.entries.find(({ business }) => business)?.business?.name;
  return (
    <search aria-label="Filter the audit log">
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
            {filter.business !== '' && (
              <>
                <strong>Only {businessName ?? 'one business'}</strong>
                <Link to={{ search: queryOf({ ...filter, business: '' }) }} state={resultsState}>
                  Show all businesses
                </Link>
              </>
            )}
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

type AuditFilter = ReturnType<typeof parseFilter>;

/** What the page shows, kept in the address; empty for everything. */
function parseFilter(search: URLSearchParams) {
  const text = (name: string) => search.get(name) ?? '';
  return {
    kind: auditKinds.find((kind) => kind === search.get('kind')) ?? ('' as const),
    /** The id of an account, or `system`. */
    person: text('person'),
    /** The id of a listing. */
    business: text('business'),
    /** Days as `2026-11-22`. */
    from: withFullYear(text('from')),
    to: withFullYear(text('to')),
  };
}
