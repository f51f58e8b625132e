import type { RelatedListingsResponse } from '@directory/api/contracts';
import { Link } from '../../../shared/navigation/router.tsx';
import { useResource } from '../../../shared/resource/use-resource.ts';
import { LoadState } from '../../../shared/ui/load-state.tsx';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import { adminTexts } from '../../../texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from './review.module.css';

const { review } = adminTexts;

type Related = RelatedListingsResponse['others'][number];

/** Possible duplicates, and the other listings of the same owner. */
export function RelatedListings({ id }: { readonly id: string }) {
  const related = useResource<RelatedListingsResponse>(`/api/businesses/${id}/related`);
  const { duplicates = [], others = [] } = related.data ?? {};
  return (
    <>
      <LoadState resource={related} failed={review.relatedFailed} />
      {duplicates.length > 0 && (
        <section className={`${ui.note} ${styles.section}`}>
          <h3>{review.duplicates}</h3>
          <ul className={ui.stack}>
            {duplicates.map((other) => (
              <li key={other.id}>
                <RelatedListing listing={other} /> (
                {other.match === 'phone' ? review.duplicatePhone : review.duplicateName})
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section className={styles.section}>
          <h3>{review.others}</h3>
          <ul className={ui.stack}>
            {others.map((other) => (
              <li key={other.id}>
                <RelatedListing listing={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function RelatedListing({ listing }: { readonly listing: Related }) {
  return (
    <>
      <Link to={`/adminDashboard/history/${listing.id}`}>{listing.businessName}</Link>{' '}
      <StatusBadge compact status={listing.status} />
    </>
  );
}
