import type { ComponentType } from 'react';
import { Link, useQuery } from '../../../shared/navigation/router.tsx';
import { PageHeading, usePageTitle } from '../../../shared/navigation/page-heading.tsx';
import { useSession } from '../../../shared/session/session.ts';
import ui from '../../../shared/ui/ui.module.css';
import { dashboard } from '../../../texts/owner-texts.ts';
import { AnalyticsSection } from './analytics/analytics-section.tsx';
import { BusinessesSection, FixLink, useOwnBusinesses } from './businesses-section.tsx';
import styles from './owner-dashboard.module.css';
import { type Section, sectionOf, sectionPath, Sidebar } from './sidebar.tsx';
import { ButtonLink, QuietLink } from '../../../shared/ui/controls.tsx';
import type { SummaryResponse } from '@directory/api/contracts';
import { KampungHouse } from '../../../shared/drawing/drawings.tsx';
import { rejectionNote, RemovedBusinesses } from '../rejected-and-removed.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { readSaved } from '../../../shared/listing-form/saved-forms.ts';
import { draftKey } from '../../../shared/local-storage.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import tones from '../../../shared/ui/status-tones.module.css';
import { number } from '../../../texts/count.ts';

/** The owner's dashboard; the URL holds the section. */
export function DashboardPage({ fixed }: { readonly fixed?: Section }) {
  const session = useSession();
  const query = useQuery();
  const section = fixed ?? sectionOf(query);
  usePageTitle(section === 'home' ? 'Dashboard' : dashboard[section]);
  if (!session) return null;
  const Content = contents[section];
  return (
    <div className={`${ui.page} ${ui.stack} ${styles.page}`}>
      <Sidebar current={section} />
      <div className={`${ui.stack} ${styles.content}`}>
        <header className={ui.soft}>
          <p className={styles.name}>Welcome, {session.user.full_name}</p>
          <p>{session.user.email}</p>
        </header>
        <Content />
      </div>
    </div>
  );
}

const contents: Readonly<Record<Section, ComponentType>> = {
  home: OverviewSection,
  add: AddSection,
  businesses: BusinessesSection,
  analytics: AnalyticsSection,
};

function AddSection() {
  const hasDraft = useHasDraft();
  return (
    <section className={`${ui.stack} ${styles.section}`}>
      <PageHeading className={ui.title}>Add Business</PageHeading>
      <div className={`${ui.panel} ${ui.start} ${styles.panel}`}>
        <p>
          Five short steps. Your answers are saved on this device, so you can stop and continue
          later.
        </p>
        <ol>
          <li>Basic details and contact</li>
          <li>Location and category</li>
          <li>Web and social links, if you have any</li>
          <li>Description, facilities and photo</li>
          <li>Review and submit</li>
        </ol>
        <ButtonLink to="/form">{hasDraft ? dashboard.addResume : 'Add your business'}</ButtonLink>
      </div>
    </section>
  );
}

function OverviewSection() {
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
      {data && (
        <ul className={`${ui.stack} ${styles.cards}`}>
          {(['total', 'approved', 'pending', 'rejected'] as const).map((key) => (
            <li key={key} className={ui.stack}>
              <Link
                className={`${ui.tile} ${tones[key]}`}
                to={sectionPath('businesses', key === 'total' ? null : key)}
              >
                <span className={ui.number}>{number.format(data[key])}</span>{' '}
                <span className={styles.label}>{dashboard[key]}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && data.rejected > 0 && <RejectedList />}
      <RemovedBusinesses />
      {/* Once the summary is there: without a business the buttons are elsewhere, and a focused one would disappear. */}
      {data?.total === 0 && (
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
      )}
      {!isLoading && data?.total !== 0 && <Actions />}
    </section>
  );
}

/** Whether a business that was begun in the form waits on this device. */
function useHasDraft(): boolean {
  const userId = useSession()?.user.id ?? '';
  // oxlint-disable-next-line react/purity -- a draft expires after a month
  return readSaved(draftKey(userId), new Date(), userId) !== null;
}

function Actions() {
  return (
    <div className={ui.row}>
      <ButtonLink to="/form">{dashboard.addNew}</ButtonLink>
      <QuietLink to={sectionPath('businesses')}>View My Businesses</QuietLink>
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
        {rejected.map((business) => (
          <li key={business.id}>
            <p className={ui.lines}>
              <strong lang="ms">{business.businessName}</strong> was not approved.{' '}
              {rejectionNote(business.rejectionReason)}
            </p>
            <FixLink business={business} />
          </li>
        ))}
      </ul>
    </div>
  );
}
