import { accountText } from '@directory/domain/business/events';
import type { AuditResponse, AuditEntryResponse } from '@directory/api/contracts';
import { groupBy } from '@directory/domain/shared/collections';
import { resultsState, useResultsFocus } from '../../../shared/navigation/link-state.ts';
import { Link, useQuery } from '../../../shared/navigation/router.tsx';
import { queryOf } from '../../../shared/navigation/query.ts';
import { RequestFailed } from '../../../shared/api/request-json.ts';
import { firstOfEach } from '../../../shared/forms/request-form.tsx';
import { DownloadButton } from '../../../shared/download/download-button.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { NothingFound } from '../../../shared/listing/listing-parts.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import tones from '../../../shared/ui/status-tones.module.css';
import ui from '../../../shared/ui/ui.module.css';
import {
  auditTexts as texts,
  eventLabel,
  operationText,
  rejectionText,
  roleNames,
} from '../../../texts/history-texts.ts';
import { AdminPage } from '../frame/admin-frame.tsx';
import { parseFilter, AuditFilters } from './audit-filters.tsx';
import { fieldLabel } from '../listings/fields.tsx';
import { useTimeText } from '../../../shared/listing/site-time.ts';
import styles from '../audit/audit.module.css';
import { count } from '../../../texts/count.ts';
import { ButtonLink, LineLink, QuietLink } from '../../../shared/ui/controls.tsx';

/** Who did what, a page of the newest entries or of older ones. */
export function AuditPage() {
  const query = useQuery();
  const filter = parseFilter(query);
  const before = query.get('before');
  const audit = useResource<AuditResponse>(`/api/audit${queryOf({ ...filter, before })}`);
  const { data, error } = audit;
  const { target } = useResultsFocus<HTMLParagraphElement>(data !== undefined);
  const isRejected = error instanceof RequestFailed && error.status === 400;
  const shown = isRejected ? undefined : data;
  return (
    <AdminPage
      title="Audit"
      lead="Who did what to listings and to the directory, newest first."
      width="narrow"
    >
      <AuditFilters filter={filter} audit={data} errors={firstOfEach(error)} />
      {isRejected && (
        <p role="alert" className={ui.alert}>
          {error.message}
        </p>
      )}
      {!isRejected && <LoadState resource={audit} failed="Couldn't load the audit." />}
      <div className={`${ui.row} ${ui.spread}`}>
        <p role="status" ref={target} tabIndex={-1}>
          {shown && count(shown.entries.length, 'entry', 'entries')}
          {shown && (before !== null || shown.next !== null) && ' on this page'}
        </p>
        {shown && shown.entries.length > 0 && (
          <DownloadButton path={`/api/audit.csv${queryOf(filter)}`} />
        )}
      </div>
      {shown && <Entries audit={shown} />}
    </AdminPage>
  );
}

function Entries({ audit: { entries, next } }: { readonly audit: AuditResponse }) {
  const query = useQuery();
  const filter = parseFilter(query);
  const isFirst = !query.has('before');
  return (
    <>
      {entries.length === 0 && (
        <NothingFound title="No entries found" text="Try another person, kind or period.">
          <ButtonLink to={{ search: '' }} state={resultsState}>
            {texts.clear}
          </ButtonLink>
        </NothingFound>
      )}
      <AuditEntries entries={entries} />
      {(!isFirst || next !== null) && (
        <nav className={`${ui.row} ${ui.spread}`} aria-label="Pages of the audit">
          {isFirst ? (
            <span />
          ) : (
            <QuietLink to={{ search: queryOf(filter) }} state={resultsState}>
              Newest
            </QuietLink>
          )}
          {next !== null && (
            <QuietLink
              to={{ search: queryOf({ ...filter, before: next }) }}
              state={resultsState}
              rel="next"
            >
              Older
            </QuietLink>
          )}
        </nav>
      )}
    </>
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
              <What entry={entry} />
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

function What({ entry }: EntryProps) {
  const { business, revision, type } = entry;
  if (!business) return <p className={`${ui.strong} ${ui.anywhere}`}>{operationText(entry)}</p>;
  return (
    <p className={`${ui.strong} ${ui.anywhere}`}>
      {eventLabel(type)}:{' '}
      <Link to={`/adminDashboard/history/${business.id}?at=${revision}`} lang="ms">
        {business.name}
      </Link>
    </p>
  );
}

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
            {texts.kinds[kind]} by {accountText(person.name, demonstration)} on this day
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
