import type { AuditEntryResponse } from '@directory/api/contracts';
import { Link } from '../../../shared/navigation/router.tsx';
import { useTimeText } from '../../../shared/listing/site-time.ts';
import ui from '../../../shared/ui/ui.module.css';
import { auditTexts as texts, operationText } from '../../../texts/audit-texts.ts';
import { eventLabel, rejectionText } from '../../../texts/business-texts.ts';
import { noFilter, searchOf, type AuditFilter } from './audit-filters.tsx';
import styles from './audit-log.module.css';

type AuditEntriesProps = {
  readonly entries: readonly AuditEntryResponse[];
  readonly filter: AuditFilter;
};

/** Under the day of each, in the site's time zone. */
export function AuditEntries({ entries, filter }: AuditEntriesProps) {
  const timeText = useTimeText();
  const days = [...new Set(entries.map(({ day }) => day))];
  return days.map((day) => (
    <section key={day} className={styles.day}>
      <h2>{dayFormat.format(Date.parse(day))}</h2>
      <ol className={ui.card}>
        {entries
          .filter((entry) => entry.day === day)
          .map((entry) => (
            <li key={entry.id} className={`${styles.entry} ${styles[entry.kind]}`}>
              <time className={styles.time} dateTime={entry.time}>
                {timeText(entry.time)}
              </time>
              <div>
                <What entry={entry} />
                <Who entry={entry} />
              </div>
              <Links entry={entry} filter={filter} />
            </li>
          ))}
      </ol>
    </section>
  ));
}

type EntryProps = { readonly entry: AuditEntryResponse };

function What({ entry }: EntryProps) {
  const { business, revision, type } = entry;
  if (!business) return <p className={styles.what}>{operationText(entry)}</p>;
  return (
    <p className={styles.what}>
      {eventLabel(type)}:{' '}
      <Link to={`/adminDashboard/history/${business.id}?at=${revision}`} lang="ms">
        {business.name}
      </Link>
    </p>
  );
}

function Who({ entry: { person, role, reasonCode, demonstration } }: EntryProps) {
  return (
    <p className={ui.soft}>
      {person ? (
        <>
          {texts.by}{' '}
          <Link to={{ search: searchOf({ ...noFilter, person: person.id }) }}>
            {person.name ?? texts.erased}
          </Link>{' '}
          ({texts.roles[role]})
        </>
      ) : (
        texts.bySystem
      )}
      {reasonCode !== null && <> · {texts.reason(rejectionText({ code: reasonCode, text: '' }))}</>}
      {demonstration && <> · {texts.demonstration}</>}
    </p>
  );
}

/** Where to go from an entry. Each says of which one it is to those who only hear the links. */
function Links({ entry: { kind, person, day, business }, filter }: EntryProps & AuditLinksProps) {
  return (
    <p className={styles.links}>
      {person && (
        <Link
          to={{ search: searchOf({ ...noFilter, kind, person: person.id, from: day, to: day }) }}
        >
          {texts.sameDay}{' '}
          <span className={ui.hidden}>
            {texts.sameDayOf(texts.kinds[kind], person.name ?? texts.erased)}
          </span>
        </Link>
      )}
      {business && filter.business === '' && (
        <Link to={{ search: searchOf({ ...noFilter, business: business.id }) }}>
          {texts.ofBusiness}
          <span className={ui.hidden}>: {business.name}</span>
        </Link>
      )}
    </p>
  );
}

type AuditLinksProps = Pick<AuditEntriesProps, 'filter'>;

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
