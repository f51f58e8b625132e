import type { OwnBusinessResponse } from '@directory/api/contracts';
import { Link } from 'react-router-dom';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { StatusBadge } from '../listings/status-badge.tsx';
import { othersOfOwner, possibleDuplicates } from './related-listings.ts';
import styles from './review-item.module.css';

type RelatedListingsProps = {
  readonly listing: OwnBusinessResponse;
  readonly all: readonly OwnBusinessResponse[];
};

export function RelatedListings({ listing, all }: RelatedListingsProps) {
  const { review } = useAdminTexts();
  const duplicates = possibleDuplicates(listing, all);
  const others = othersOfOwner(listing, all);
  return (
    <>
      {duplicates.length > 0 && (
        <section className={styles.warning}>
          <h3>{review.duplicates}</h3>
          <ul className={styles.list}>
            {duplicates.map((duplicate) => (
              <li key={duplicate.listing.id}>
                <Related listing={duplicate.listing} /> (
                {duplicate.because === 'phone' ? review.duplicatePhone : review.duplicateName})
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section className={styles.section}>
          <h3>{review.others}</h3>
          <ul className={styles.list}>
            {others.map((other) => (
              <li key={other.id}>
                <Related listing={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Related({
  listing: { id, businessName, status },
}: {
  readonly listing: OwnBusinessResponse;
}) {
  return (
    <>
      <Link to={`/adminDashboard/history/${id}`}>{businessName}</Link>{' '}
      <StatusBadge status={status} />
    </>
  );
}
