import type { OwnBusinessResponse } from '@directory/api/contracts';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useHistory } from '../../../shared/listing/use-history.ts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import { useNow } from '../listings/use-now.ts';
import { dateText, WaitingAge } from '../listings/waiting-age.tsx';
import { changesSinceApproval } from './changes-since-approval.ts';
import { Comparison } from './comparison.tsx';
import { EarlierDecisions } from './earlier-decisions.tsx';
import { OtherReviewers } from './other-reviewers.tsx';
import { Photographs } from './photographs.tsx';
import { PinSection } from './pin-section.tsx';
import { RelatedListings } from './related-listings-section.tsx';
import styles from './review-item.module.css';

type ReviewItemProps = {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly listing: OwnBusinessResponse;
  readonly all: readonly OwnBusinessResponse[];
  readonly busy: boolean;
  readonly onApprove: () => void;
  readonly onReject: () => void;
};

/** Everything that a decision on one listing needs. */
export function ReviewItem(props: ReviewItemProps) {
  const { heading, listing, all, busy, onApprove, onReject } = props;
  const { review, decisions } = useAdminTexts();
  const { id, businessName, changedAt, wasPublic } = listing;
  const { data, error, retry } = useHistory(id);
  const now = useNow();
  const changes = data ? changesSinceApproval(data.entries) : null;
  return (
    <article className={styles.item} aria-busy={busy}>
      <Link className={styles.back} to="/adminDashboard/review">
        <Icon name="previous" />
        {review.back}
      </Link>
      <header className={styles.top}>
        <div>
          <h2 ref={heading} tabIndex={-1} className={styles.name}>
            {businessName}
          </h2>
          <p>
            <WaitingAge since={changedAt} now={now} /> {review.since(dateText(changedAt))}
          </p>
        </div>
        <div className={styles.actions}>
          <button type="button" className={ui.button} aria-disabled={busy} onClick={onApprove}>
            {decisions.approve}
          </button>
          <button type="button" className={ui.quiet} aria-disabled={busy} onClick={onReject}>
            {decisions.reject}
          </button>
        </div>
      </header>
      <OtherReviewers id={id} />
      {wasPublic && <p className={styles.hidden}>{review.wasPublicLong}</p>}
      {error !== undefined && <LoadFailure text={review.historyFailed} onRetry={retry} />}
      {data === undefined && error === undefined ? (
        <Loading />
      ) : (
        <>
          <Photographs listing={listing} changes={changes} />
          <Comparison key={`fields-${id}`} listing={listing} changes={changes} />
          <PinSection key={`pin-${id}`} listing={listing} changes={changes} />
        </>
      )}
      {data && <EarlierDecisions entries={data.entries} />}
      <RelatedListings listing={listing} all={all} />
      <p>
        <Link to={`/adminDashboard/history/${id}`}>{review.historyLink}</Link>
      </p>
    </article>
  );
}
