import type { OwnBusinessResponse } from '@directory/api/contracts';
import { Link, useQuery } from '../../../shared/navigation/router.tsx';
import { RejectionNote, RemovedBusinesses, useOwnPath } from '../rejected-and-removed.tsx';
import { type Resource, useResource } from '../../../shared/resource/use-resource.ts';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { StatusBadge, Thumbnail } from '../../../shared/listing/listing-parts.tsx';
import { DemonstrationBadge } from '../../../shared/place/place-parts.tsx';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { count } from '../../../texts/count.ts';
import { dashboard } from '../../../texts/owner-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from './owner-dashboard.module.css';
import { sectionPath, type Status, statuses, statusOf } from './sidebar.tsx';

export function BusinessesSection() {
  const businesses = useOwnBusinesses();
  const { data } = businesses;
  return (
    <section className={`${ui.stack} ${styles.section}`}>
      <PageHeading className={ui.title}>My Submitted Businesses</PageHeading>
      <LoadState resource={businesses} failed={dashboard.failed} />
      <RemovedBusinesses />
      {data?.length === 0 && <EmptyState text="No businesses added yet." />}
      {data && data.length > 0 && <Businesses businesses={data} />}
    </section>
  );
}

function Businesses({ businesses }: { readonly businesses: readonly OwnBusinessResponse[] }) {
  const status = statusOf(useQuery());
  const shown = businesses.filter((business) => status === null || business.status === status);
  return (
    <>
      <StatusFilter current={status} />
      <p role="status" className={ui.soft}>
        {status && shown.length === 0
          ? `You have no ${status} businesses.`
          : count(shown.length, 'business', 'businesses')}
      </p>
      <ul className={`${ui.stack} ${styles.list}`}>
        {shown.map((business) => (
          <BusinessCard key={business.id} business={business} />
        ))}
      </ul>
    </>
  );
}

function StatusFilter({ current }: { readonly current: Status | null }) {
  return (
    <nav aria-label="Show">
      <ul className={`${ui.row} ${ui.tight}`}>
        {[null, ...statuses].map((status) => (
          <li key={status}>
            <Link
              className={ui.pill}
              to={sectionPath('businesses', status)}
              aria-current={status === current ? 'true' : undefined}
            >
              {status ? dashboard[status] : 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BusinessCard({ business }: { readonly business: OwnBusinessResponse }) {
  const { id, businessName, businessInfo, subCategory, kampong, status } = business;
  const info = [businessInfo, subCategory, kampong].filter(Boolean).join(' · ');
  return (
    <li className={`${ui.card} ${styles.business}`}>
      <Thumbnail listing={business} />
      <div className={`${ui.stack} ${ui.start} ${styles.words}`}>
        <h2 className={ui.subtitle} lang="ms">
          {businessName}
        </h2>
        <p className={ui.small} lang="ms">
          {info}
        </p>
        <div className={ui.row}>
          <StatusBadge status={status} />
          <DemonstrationBadge place={business} />
        </div>
        {status === 'rejected' && (
          <p className={`${styles.reason} ${ui.lines}`}>
            <RejectionNote reason={business.rejectionReason} />
          </p>
        )}
        <Link
          className={ui.ownLine}
          to={`/my-businesses/${id}`}
          aria-label={`${dashboard.details}: ${businessName}`}
        >
          {dashboard.details}
        </Link>
      </div>
    </li>
  );
}

export function useOwnBusinesses(): Resource<readonly OwnBusinessResponse[]> {
  return useResource(useOwnPath());
}

/** For owners without a business: a text and a link to add one. */
export function EmptyState({ text }: { readonly text: string }) {
  return (
    <>
      <p>{text}</p>
      <div>
        <Link className={ui.button} to="/form">
          {dashboard.addNew}
        </Link>
      </div>
    </>
  );
}
