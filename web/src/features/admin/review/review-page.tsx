import type { ListingPageResponse, OwnBusinessResponse } from '@directory/api/contracts';
import { useState } from 'react';
import { useResultsFocus } from '../../../shared/navigation/link-state.ts';
import { Link, useNavigate, useQuery } from '../../../shared/navigation/router.tsx';
import { hasStatus } from '../../../shared/api/request-json.ts';
import { useStaysPublic } from '../../../shared/listing/listing-parts.tsx';
import { LoadState } from '../../../shared/ui/loading.tsx';
import { Modal } from '../../../shared/ui/modal.tsx';
import { Pager, wantedPage } from '../../../shared/ui/pager.tsx';
import ui from '../../../shared/ui/ui.module.css';
import { common } from '../../../texts/admin-texts.ts';
import { review as texts } from '../../../texts/admin-review-texts.ts';
import { DecisionDialogs, OutcomeLine } from '../decisions/decision-dialogs.tsx';
import { AdminPage, useReviewQueue } from '../frame/admin-frame.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BackToQueue, ReviewItem } from './review-item.tsx';
import styles from './review.module.css';
import { reviewSearch, useReview, useReviewKeys, type ReviewState } from './use-review.ts';
import { businesses, number } from '../../../texts/count.ts';
import { WaitingAge } from '../listings/time.tsx';
import { PlaceImage } from '../../../shared/place/place-parts.tsx';

/** The queue beside the listing under review; on a narrow screen one at a time. */
export function ReviewPage() {
  const page = wantedPage(useQuery());
  const queue = useReviewQueue(page);
  const { data, retry } = queue;
  const first = useReviewQueue();
  const staysPublic = useStaysPublic();
  return (
    <AdminPage
      title="Review queue"
      lead={
        staysPublic
          ? 'Listings that were live before come first, then the oldest.'
          : 'Listings that are offline until reviewed come first, then the oldest.'
      }
    >
      <LoadState resource={queue} failed={common.failed} />
      {data && (
        <Review
          shown={data}
          onReload={() => {
            retry();
            // The navigation counts what waits for review.
            if (page > 1) first.retry();
          }}
        />
      )}
    </AdminPage>
  );
}

type ReviewProps = { readonly shown: ListingPageResponse; readonly onReload: () => void };

function Review({ shown, onReload }: ReviewProps) {
  const { listings: queue, page, pages, total } = shown;
  const review = useReview(shown, onReload);
  const { heading, current, isPicked, decisions } = review;
  const { target } = useResultsFocus<HTMLParagraphElement>();
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const selected = queue.filter(({ id }) => selectedIds.includes(id));
  return (
    <>
      <div className={`${ui.row} ${ui.spread}`}>
        <p role="status" ref={target} tabIndex={-1} className={ui.soft}>
          {businesses(total)} waiting
        </p>
        <Shortcuts review={review} />
      </div>
      {current || isPicked || queue.length > 0 ? (
        <div className={`${ui.stack} ${isPicked ? styles.reviewing : styles.choosing}`}>
          <div className={`${ui.card} ${styles.side}`}>
            <BulkBar
              selected={selected}
              onStart={() => decisions.showOutcome(null)}
              onDone={(outcome, decided) => {
                if (decided) {
                  setSelectedIds(decided.failed);
                  review.leaveDecided(decided.succeeded);
                }
                decisions.showOutcome(outcome);
                onReload();
              }}
            />
            <ReviewQueue
              queue={queue}
              isAll={pages === 1}
              currentId={current?.id}
              selected={new Set(selected.map(({ id }) => id))}
              onSelect={setSelectedIds}
            />
            <Pager page={page} pages={pages} searchOf={reviewSearch} />
          </div>
          {current ? (
            <ReviewItem listing={current} review={review} />
          ) : (
            <NotWaiting review={review} />
          )}
        </div>
      ) : (
        <div className={ui.none}>
          <h2 ref={heading} tabIndex={-1}>
            No listings to review
          </h2>
          <p>All listings have been reviewed. New ones will appear here.</p>
        </div>
      )}
      <OutcomeLine decisions={decisions} />
      <DecisionDialogs decisions={decisions} />
    </>
  );
}

type PartProps = { readonly review: ReviewState };

/** Shown instead of a listing that the address names, while it is loading or if it no longer waits. */
function NotWaiting({ review: { heading, elsewhere } }: PartProps) {
  const { data, error } = elsewhere;
  if (!data && !hasStatus(error, 404))
    return <LoadState resource={elsewhere} failed={common.failed} />;
  return (
    <article className={`${ui.panel} ${ui.stack}`}>
      <BackToQueue />
      <h2 ref={heading} tabIndex={-1} className={ui.title}>
        {data?.businessName ?? 'No such listing'}
      </h2>
      <p>This listing is no longer waiting for review. Somebody decided on it or deleted it.</p>
      {data && (
        <p>
          <Link to={`/adminDashboard/history/${data.id}`}>{texts.historyLink}</Link>
        </p>
      )}
    </article>
  );
}

/** Handles the single keys, and shows a button that lists them. */
function Shortcuts({ review: { current, decisions, approve, reject, step } }: PartProps) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const openHistory = () => {
    if (current) navigate(`/adminDashboard/history/${current.id}`);
  };
  const keys = useReviewKeys({
    j: { meaning: 'Next business', run: () => step(1), repeats: true },
    k: { meaning: 'Previous business', run: () => step(-1), repeats: true },
    a: { meaning: 'Approve', run: approve },
    r: { meaning: 'Reject', run: reject },
    u: { meaning: 'Undo the last decision', run: decisions.undo },
    o: { meaning: 'Open full history', run: openHistory },
    '?': { meaning: 'Show shortcuts', run: open },
  });
  return (
    <>
      <button type="button" className={`${ui.quiet} ${styles.keysButton}`} onClick={open}>
        Keyboard shortcuts
      </button>
      {isOpen && (
        <Modal title="Keyboard shortcuts" onClose={() => setOpen(false)}>
          <dl className={styles.keys}>
            {Object.entries(keys.shortcuts).map(([key, { meaning }]) => (
              <div key={key} className={ui.row}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <p>Shortcuts are disabled while typing.</p>
          <label className={`${ui.check} ${ui.strong}`}>
            <input
              type="checkbox"
              checked={keys.isOn}
              onChange={({ currentTarget: { checked } }) => keys.setOn(checked)}
            />
            Use single-key shortcuts
          </label>
        </Modal>
      )}
    </>
  );
}

type ReviewQueueProps = {
  readonly queue: readonly OwnBusinessResponse[];
  /** Whether the queue has no other pages. */
  readonly isAll: boolean;
  readonly currentId: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[]) => void;
};

/** The queue in two groups: listings that were public before, then the others. */
function ReviewQueue({ queue, isAll, currentId, selected, onSelect }: ReviewQueueProps) {
  const toggle = (id: string) =>
    onSelect(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]);
  const isSome = selected.size > 0 && selected.size < queue.length;
  const staysPublic = useStaysPublic();
  const groups = [
    [
      staysPublic ? 'Live before' : 'Offline until reviewed',
      queue.filter(({ wasPublic }) => wasPublic),
    ],
    ['New and resubmitted', queue.filter(({ wasPublic }) => !wasPublic)],
  ] as const;
  return (
    <div role="group" aria-label="Businesses waiting for review">
      <label className={`${ui.check} ${ui.strong} ${styles.selectAll}`}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = isSome;
          }}
          type="checkbox"
          checked={selected.size === queue.length}
          onChange={({ currentTarget: { checked } }) =>
            onSelect(checked ? queue.map(({ id }) => id) : [])
          }
        />
        {selected.size > 0
          ? `${number.format(selected.size)} selected`
          : `Select all${isAll ? '' : ' on this page'}`}
      </label>
      {groups.map(
        ([title, listings]) =>
          listings.length > 0 && (
            <section key={title}>
              <h2 className={styles.group}>{title}</h2>
              <ol className={styles.queue}>
                {listings.map((listing) => (
                  <Entry
                    key={listing.id}
                    listing={listing}
                    isCurrent={listing.id === currentId}
                    isSelected={selected.has(listing.id)}
                    onToggle={toggle}
                  />
                ))}
              </ol>
            </section>
          ),
      )}
    </div>
  );
}

type EntryProps = {
  readonly listing: OwnBusinessResponse;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onToggle: (id: string) => void;
};

function Entry({ listing, isCurrent, isSelected, onToggle }: EntryProps) {
  const page = wantedPage(useQuery());
  const { id, businessName, businessInfo, sentAt } = listing;
  return (
    <li className={`${styles.entry} ${isCurrent ? styles.currentEntry : ''}`}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`Select ${businessName}`}
          checked={isSelected}
          onChange={() => onToggle(id)}
        />
      </label>
      <div className={styles.entryText}>
        <Link
          className={`${ui.control} ${styles.entryName}`}
          to={{ search: reviewSearch(page, id) }}
          aria-current={isCurrent ? 'true' : undefined}
        >
          {businessName}
        </Link>
        <p className={ui.small} lang="ms">
          {businessInfo}
        </p>
        <p>
          <WaitingAge since={sentAt} />
        </p>
      </div>
      <div className={styles.entryPicture}>
        <PlaceImage place={listing} sizes="4rem" alt="" />
      </div>
    </li>
  );
}
