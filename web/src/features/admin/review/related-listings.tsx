import type { OwnBusinessResponse } from '@directory/api/contracts';
import { Link } from '../../../shared/navigation/router.tsx';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { distance, pointOf } from './pin.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from './review.module.css';

const { review } = adminTexts;

type RelatedListingsProps = {
  readonly listing: OwnBusinessResponse;
  readonly all: readonly OwnBusinessResponse[];
};

/** Possible duplicates, and the other listings of the same owner. */
export function RelatedListings({ listing, all }: RelatedListingsProps) {
  const duplicates = possibleDuplicates(listing, all);
  const others = othersOfOwner(listing, all);
  return (
    <>
      {duplicates.length > 0 && (
        <section className={`${ui.note} ${styles.section}`}>
          <h3>{review.duplicates}</h3>
          <ul className={ui.stack}>
            {duplicates.map(({ listing: other, match }) => (
              <li key={other.id}>
                <Related listing={other} /> (
                {match === 'phone' ? review.duplicatePhone : review.duplicateName})
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
                <Related listing={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Related({ listing }: { readonly listing: OwnBusinessResponse }) {
  return (
    <>
      <Link to={`/adminDashboard/history/${listing.id}`}>{listing.businessName}</Link>{' '}
      <StatusBadge compact status={listing.status} />
    </>
  );
}

type Duplicate = { readonly listing: OwnBusinessResponse; readonly match: 'phone' | 'name' };

/** Other listings with the same phone number, or with the same name within 100 m. */
function possibleDuplicates(
  listing: OwnBusinessResponse,
  all: readonly OwnBusinessResponse[],
): readonly Duplicate[] {
  return all
    .filter(({ id }) => id !== listing.id)
    .map((other): Duplicate | null => {
      if (hasSamePhone(listing, other)) return { listing: other, match: 'phone' };
      return hasSameNameNearby(listing, other) ? { listing: other, match: 'name' } : null;
    })
    .filter((duplicate) => duplicate !== null);
}

/** Imported listings have no owner. */
function othersOfOwner(
  { id, user_id }: OwnBusinessResponse,
  all: readonly OwnBusinessResponse[],
): readonly OwnBusinessResponse[] {
  if (user_id === null) return [];
  return all.filter((other) => other.user_id === user_id && other.id !== id);
}

function hasSamePhone(a: OwnBusinessResponse, b: OwnBusinessResponse): boolean {
  const digits = a.phone?.replace(/\D/g, '');
  return Boolean(digits) && digits === b.phone?.replace(/\D/g, '');
}

const maxDuplicateMetres = 100;

function hasSameNameNearby(a: OwnBusinessResponse, b: OwnBusinessResponse): boolean {
  if (a.businessName.trim().toLowerCase() !== b.businessName.trim().toLowerCase()) return false;
  const [here, there] = [a, b].map(({ latitude, longitude }) => pointOf(latitude, longitude));
  return Boolean(here && there && distance(here, there) <= maxDuplicateMetres);
}
