import type { OwnBusinessResponse } from '@directory/api/contracts';
import { pageOf } from '@directory/domain/search';
import type { ReactNode } from 'react';
import { type LinkState, useResultsFocus } from '../../../shared/navigation/link-state.ts';
import { Link, useQuery, useQueryChoice } from '../../../shared/navigation/router.tsx';
import { rejectionNote, RemovedBusinesses, useOwnPath } from '../rejected-and-removed.tsx';
import { type Resource, useResource } from '../../../shared/resource/use-resource.ts';
import { queryOf } from '../../../shared/navigation/query.ts';
import { TextField } from '../../../shared/forms/form-fields.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { Pager, wantedPage } from '../../../shared/ui/pager.tsx';
import { StatusBadge, Thumbnail } from '../../../shared/listing/listing-parts.tsx';
import { DemonstrationBadge } from '../../../shared/place/place-parts.tsx';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { count } from '../../../texts/count.ts';
import { dashboard } from '../../../texts/owner-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from './owner-dashboard.module.css';
import { statuses, statusOf } from './sidebar.tsx';
import { ButtonLink, LineLink } from '../../../shared/ui/controls.tsx';

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

/** How many businesses are found by eye. */
const fewBusinesses = 12;

function Businesses({ businesses }: { readonly businesses: readonly OwnBusinessResponse[] }) {
  const [query, choose] = useQueryChoice();
  const status = statusOf(query);
  const hasSearch = businesses.length > fewBusinesses;
  const q = (hasSearch && query.get('q')) || '';
  const part = q.trim().toLowerCase();
  const shown = businesses.filter(
    (business) =>
      (status === null || business.status === status) &&
      business.businessName.toLowerCase().includes(part),
  );
  return (
    <>
      {hasSearch && (
        <search>
          <TextField
            name="q"
            label="Business name"
            type="search"
            maxLength={100}
            autoComplete="off"
            value={q}
            onChange={({ currentTarget: { value } }) =>
              choose(queryOf({ q: value, page: 1 }, query), { replace: true })
            }
          />
        </search>
      )}
      <nav aria-label="Show">
        <ul className={`${ui.row} ${ui.tight}`}>
          {[null, ...statuses].map((each) => (
            <li key={each}>
              <Link
                className={ui.pill}
                to={{ search: queryOf({ status: each, page: 1 }, query) }}
                aria-current={each === status ? 'true' : undefined}
              >
                {each ? dashboard[each] : 'All'}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p role="status" className={ui.soft}>
        {shown.length > 0
          ? count(shown.length, 'business', 'businesses')
          : ['You have no', status, 'businesses', part && 'with that name']
              .filter(Boolean)
              .join(' ') + '.'}
      </p>
      <CardPages
        of={shown}
        card={(business) => <BusinessCard key={business.id} business={business} />}
      />
    </>
  );
}

/** More take a phone seconds to lay out. */
const pageLength = 50;

type CardPagesProps<Business> = {
  readonly of: readonly Business[];
  /** An item of the list, with its key. */
  readonly card: (business: Business) => ReactNode;
};

/** Cards of businesses; the page is in the URL. */
export function CardPages<Business>({ of, card }: CardPagesProps<Business>) {
  const query = useQuery();
  const { items, page, pages } = pageOf(of, wantedPage(query), pageLength);
  const { target } = useResultsFocus<HTMLUListElement>();
  return (
    <>
      <ul ref={target} tabIndex={-1} className={`${ui.stack} ${styles.list}`}>
        {items.map(card)}
      </ul>
      <Pager page={page} pages={pages} searchOf={(to) => queryOf({ page: to }, query)} />
    </>
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
            {rejectionNote(business.rejectionReason)}
          </p>
        )}
        {status === 'rejected' && <FixLink business={business} />}
        <LineLink to={`/my-businesses/${id}`} aria-label={`View Details: ${businessName}`}>
          View Details
        </LineLink>
      </div>
    </li>
  );
}

export function FixLink({ business }: { readonly business: OwnBusinessResponse }) {
  return (
    <LineLink
      to={`/my-businesses/${business.id}`}
      state={{ open: 'edit' } satisfies LinkState}
      aria-label={`Fix and resubmit: ${business.businessName}`}
    >
      Fix and resubmit
    </LineLink>
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
        <ButtonLink to="/form">{dashboard.addNew}</ButtonLink>
      </div>
    </>
  );
}
