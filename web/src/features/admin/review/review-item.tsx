import type {
  OwnBusinessResponse,
  OpeningResponse,
  RelatedListingsResponse,
} from '@directory/api/contracts';
import { resultsState } from '../../../shared/navigation/link-state.ts';
import { Link, useQuery } from '../../../shared/navigation/router.tsx';
import type { HistoryEntry } from '../../../shared/listing/use-history.ts';
import { useDateText } from '../../../shared/listing/site-time.ts';
import { DemonstrationBadge } from '../../../shared/place/place-parts.tsx';
import { LineLink } from '../../../shared/ui/controls.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { CommandButton } from '../../../shared/ui/modal.tsx';
import { wantedPage } from '../../../shared/ui/pager.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { decisions } from '../../../texts/admin-texts.ts';
import { review as texts } from '../../../texts/admin-review-texts.ts';
import { eventLabel, rejectionText } from '../../../texts/history-texts.ts';
import { useStaysPublic, StatusBadge } from '../../../shared/listing/listing-parts.tsx';
import { Dated, relativeTime, useNow, WaitingAge } from '../listings/time.tsx';
import { Comparison, Photos, PinSection } from './comparison.tsx';
import styles from './review.module.css';
import { reviewSearch, type ReviewState } from './use-review.ts';
import { number } from '../../../texts/count.ts';

type ReviewItemProps = {
  readonly listing: OwnBusinessResponse;
  readonly review: ReviewState;
};

/** Everything that a decision on one listing needs. */
export function ReviewItem({ listing, review }: ReviewItemProps) {
  const { heading, details, canDecide, approve, reject } = review;
  const { history, opening, related, isBehind, isReady } = details;
  const { id, businessName, sentAt, wasPublic } = listing;
  const { data } = history;
  const dateText = useDateText();
  const reviewed = data?.sinceDecision ?? null;
  const changes = reviewed?.changes ?? null;
  return (
    <article className={ui.panel} aria-busy={!canDecide}>
      <BackToQueue />
      <header className={`${ui.row} ${styles.top}`}>
        <div>
          <h2 ref={heading} tabIndex={-1} className={`${ui.title} ${styles.name}`}>
            {businessName}
          </h2>
          <p className={ui.small}>
            <WaitingAge since={sentAt} /> (since {dateText(sentAt)}){' '}
            <DemonstrationBadge place={listing} />
          </p>
        </div>
        <div className={`${ui.row} ${styles.actions}`}>
          <CommandButton className={ui.button} busy={!canDecide} onClick={approve}>
            {decisions.approve}
          </CommandButton>
          <CommandButton busy={!canDecide} onClick={reject}>
            {decisions.reject}
          </CommandButton>
        </div>
      </header>
      <OtherReviewers others={opening?.others ?? []} />
      {opening?.isOwnerVerified === false && (
        <p className={ui.alert}>
          The owner hasn't confirmed the email address of the account: it may belong to somebody
          else. Your decision won't be emailed.
        </p>
      )}
      {wasPublic && <VisibilityInReview />}
      <LoadState
        resource={isReady ? history : { ...history, data: undefined, error: undefined }}
        failed="Couldn't load the history, so changes are not highlighted."
        loading={isBehind ? 'The lists are behind. Waiting for the latest version…' : undefined}
      />
      {/* All of it appears at once, so that nothing moves under the reader. */}
      {isReady && (
        <>
          <LoadState resource={related} failed={texts.relatedFailed} />
          {/* At the top, as each of two duplicates looks right by itself. */}
          <RelatedListings
            title="Possible duplicates"
            className={ui.note}
            listings={related.data?.duplicates}
          />
          {reviewed === null && <Photos listing={listing} changes={null} />}
          <Comparison key={`fields-${id}`} listing={listing} reviewed={reviewed} />
          {reviewed !== null && <Photos listing={listing} changes={changes} />}
          <PinSection key={`pin-${id}`} listing={listing} changes={changes} />
          {data && <PreviousDecisions entries={data.entries} />}
          <RelatedListings
            title="Other listings by this owner"
            className={styles.section}
            listings={related.data?.others}
          />
        </>
      )}
      <p>
        <LineLink to={`/adminDashboard/history/${id}`}>{texts.historyLink}</LineLink>
      </p>
    </article>
  );
}

/** Whether a listing that was public before is so during the review. */
function VisibilityInReview() {
  if (!useStaysPublic())
    return <p className={ui.alert}>Visitors cannot see this listing until you decide.</p>;
  return (
    <p className={ui.note}>
      Until you decide, visitors see the last approved version, if there is one.
    </p>
  );
}

/** Leads back to the page of the queue on a narrow screen, which shows one listing at a time. */
export function BackToQueue() {
  const search = reviewSearch(wantedPage(useQuery()));
  return (
    <Link className={`${ui.back} ${styles.back}`} to={{ search }} state={resultsState}>
      <Icon name="previous" />
      Back to the queue
    </Link>
  );
}

/** Names other admins with this listing open. Nothing is locked: a decision on a version that is no longer current is refused. */
function OtherReviewers({ others }: Pick<OpeningResponse, 'others'>) {
  const now = useNow();
  return (
    <div role="status" className={ui.note}>
      {others.map(({ name, openedAt }) => (
        <p key={name}>
          Another admin, {name}, opened this {relativeTime(openedAt, now)}.
        </p>
      ))}
    </div>
  );
}

const decisionTypes = ['BusinessApproved', 'BusinessRejected', 'DecisionWithdrawn'];

function PreviousDecisions({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  const previous = entries.filter(({ type }) => decisionTypes.includes(type)).toReversed();
  return (
    <section className={`${ui.group} ${styles.section}`}>
      <h3 className={ui.subtitle}>Previous decisions</h3>
      {previous.length === 0 ? (
        <p>No previous decisions.</p>
      ) : (
        <ul className={ui.stack}>
          {previous.map(({ revision, type, time, reason }) => (
            <li key={revision}>
              <strong>{eventLabel(type)}</strong> <Dated time={time} />
              {reason && <p className={ui.lines}>{rejectionText(reason)}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Related = RelatedListingsResponse[keyof RelatedListingsResponse];

type RelatedListingsProps = {
  readonly title: string;
  readonly className: string | undefined;
  readonly listings: Related | undefined;
};

const shownAtOnce = 5;

/** The first ones, and the others behind their number. Renders nothing if there are none. */
function RelatedListings({ title, className, listings = [] }: RelatedListingsProps) {
  if (listings.length === 0) return null;
  const more = listings.slice(shownAtOnce);
  const list = (some: Related) => (
    <ul className={ui.stack}>
      {some.map((other) => (
        <li key={other.id}>
          <Link
            className={`${ui.ownLine} ${ui.anywhere}`}
            to={`/adminDashboard/history/${other.id}`}
          >
            {other.businessName}
          </Link>{' '}
          <StatusBadge compact status={other.status} />
          {'match' in other &&
            ` (${other.match === 'phone' ? 'same phone number' : 'same name nearby'})`}
        </li>
      ))}
    </ul>
  );
  return (
    <section className={`${ui.group} ${className}`}>
      <h3 className={ui.subtitle}>{title}</h3>
      {list(listings.slice(0, shownAtOnce))}
      {more.length > 0 && (
        <details>
          <summary className={ui.ownLine}>{number.format(more.length)} more</summary>
          {list(more)}
        </details>
      )}
    </section>
  );
}
