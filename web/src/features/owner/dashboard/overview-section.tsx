import type { SummaryResponse } from '@directory/api/contracts';
import type { LinkState } from '../../../shared/navigation/link-state.ts';
import { Link } from '../../../shared/navigation/router.tsx';
import { KampungHouse } from '../../../shared/drawing/drawings.tsx';
import { RejectionNote, RemovedBusinesses } from '../rejected-and-removed.tsx';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { readSaved } from '../../../shared/listing-form/saved-forms.ts';
import { draftKey } from '../../../shared/local-storage.ts';
import { useSession } from '../../../shared/session/session.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import ui from '../../../shared/ui/ui.module.css';
import tones from '../../../shared/ui/status-tones.module.css';
import { number } from '../../../texts/count.ts';
import { dashboard } from '../../../texts/owner-texts.ts';
import styles from './owner-dashboard.module.css';
import { useOwnBusinesses } from './businesses-section.tsx';
import { sectionPath } from './sidebar.tsx';
import { ButtonLink, LineLink, QuietLink } from '../../../shared/ui/controls.tsx';

export function OverviewSection() {
  const path = `/api/businesses/summary/${encodeURIComponent(useSession()?.user.id ?? '')}`;
  const summary = useResource<SummaryResponse>(path);
  const { data, error } = summary;
  const isLoading = data === undefined && error === undefined;
  const hasDraft = useHasDraft();
  return (
    <section className={`${ui.stack} ${styles.section}`}>
      <PageHeading className={ui.title}>{dashboard.overview}</PageHeading>
      {hasDraft && (
        <p className={ui.note}>
          You started adding a business on this device.{' '}
          <Link to="/form">{dashboard.addResume}</Link>
        </p>
      )}
      <LoadState resource={summary} failed={dashboard.failed} />
      {data && <Cards summary={data} />}
      {data && data.rejected > 0 && <RejectedList />}
      <RemovedBusinesses />
      {/* Once the summary is there: without a business the buttons are elsewhere, and a focused one would disappear. */}
      {!isLoading && (data?.total === 0 ? <FirstBusiness /> : <Actions />)}
    </section>
  );
}

/** Whether a business that was begun in the form waits on this device. */
export function useHasDraft(): boolean {
  const userId = useSession()?.user.id ?? '';
  // oxlint-disable-next-line react/purity -- a draft expires after a month
  return readSaved(draftKey(userId), new Date(), userId) !== null;
}

function Cards({ summary }: { readonly summary: SummaryResponse }) {
  return (
    <ul className={`${ui.stack} ${styles.cards}`}>
      {(['total', 'approved', 'pending', 'rejected'] as const).map((key) => (
        <li key={key} className={ui.stack}>
          <Link
            className={`${ui.tile} ${tones[key]}`}
            to={sectionPath('businesses', key === 'total' ? null : key)}
          >
            <span className={ui.number}>{number.format(summary[key])}</span>{' '}
            <span className={styles.label}>{dashboard[key]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Actions() {
  return (
    <div className={ui.row}>
      <ButtonLink to="/form">{dashboard.addNew}</ButtonLink>
      <QuietLink to={sectionPath('businesses')}>View My Businesses</QuietLink>
    </div>
  );
}

function FirstBusiness() {
  return (
    <div className={`${ui.panel} ${ui.start} ${styles.first}`}>
      <div className={styles.picture}>
        <KampungHouse category="Makanan & Minuman" seed="first" />
      </div>
      <div className={ui.stack}>
        <h2>Put your business on the map</h2>
        <p>
          It takes about five minutes: the basics, a pin on the map, a short description and a
          photo.
        </p>
        <Actions />
      </div>
    </div>
  );
}

/** Shows rejection reasons on the overview, so that owners see them without opening each business. */
function RejectedList() {
  const { data = [] } = useOwnBusinesses();
  const rejected = data.filter(({ status }) => status === 'rejected');
  if (rejected.length === 0) return null;
  return (
    <div className={`${ui.alert} ${ui.stack} ${styles.attention}`}>
      <h2 className={ui.subtitle}>Needs your attention</h2>
      <ul className={ui.stack}>
        {rejected.map(({ id, businessName, rejectionReason }) => (
          <li key={id}>
            <p className={ui.lines}>
              <strong lang="ms">{businessName}</strong> was not approved.{' '}
              <RejectionNote reason={rejectionReason} />
            </p>
            <LineLink
              to={`/my-businesses/${id}`}
              state={{ open: 'edit' } satisfies LinkState}
              aria-label={`${dashboard.fix}: ${businessName}`}
            >
              {dashboard.fix}
            </LineLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
