import type { OwnBusinessResponse } from '@directory/api/contracts';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PageHeading } from '../../../shared/navigation/page-heading.tsx';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import { DecisionDialogs } from '../decisions/decision-dialogs.tsx';
import { OutcomeLine } from '../decisions/outcome-line.tsx';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { LoadFailure, Loading } from '../listings/load-failure.tsx';
import panel from '../listings/panel.module.css';
import { useListings } from '../listings/use-listings.ts';
import { BulkBar } from './bulk-bar.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { QueueList } from './queue-list.tsx';
import { ReviewItem } from './review-item.tsx';
import styles from './review-page.module.css';
import { useReviewFocus } from './use-review-focus.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { useReview } from './use-review.ts';

/** What waits, beside the one that is being looked at; on a narrow screen one after the other. */
export function ReviewPage() {
  const { common, frame, review } = useAdminTexts();
  const { data, error, retry } = useListings();
  return (
    <AdminFrame title={frame.panel} pageTitle={review.title}>
      <div className={styles.page}>
        <div>
          <PageHeading className={styles.title}>{review.title}</PageHeading>
          <p className={styles.lead}>{review.lead}</p>
        </div>
        {error !== undefined && <LoadFailure text={common.failed} onRetry={retry} />}
        {data === undefined && error === undefined && <Loading />}
        {data && <Review all={data} onReload={retry} />}
      </div>
    </AdminFrame>
  );
}

type ReviewProps = {
  readonly all: readonly OwnBusinessResponse[];
  readonly onReload: () => void;
};

function Review({ all, onReload }: ReviewProps) {
  const { queue, current, isPicked, decisions, approve, reject, step } = useReview(all, onReload);
  const heading = useReviewFocus(queue, current, decisions.outcome);
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const chosen = queue.filter(({ id }) => chosenIds.includes(id));
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openHelp = () => {
    setHelpOpen(true);
  };
  const openHistory = () => {
    if (current) void navigate(`/adminDashboard/history/${current.id}`);
  };
  const keys = useReviewKeys({
    j: () => {
      step(1);
    },
    k: () => {
      step(-1);
    },
    a: approve,
    r: reject,
    o: openHistory,
    '?': openHelp,
  });
  const handleBulkDone = (text: string) => {
    setChosenIds([]);
    decisions.tell({ kind: 'done', text, undo: null });
    onReload();
  };
  return (
    <>
      <QueueTools amount={queue.length} onHelp={openHelp} />
      {current ? (
        <div className={isPicked ? styles.reviewing : styles.choosing}>
          <div className={styles.side}>
            <BulkBar chosen={chosen} onDone={handleBulkDone} />
            <QueueList
              queue={queue}
              currentId={current.id}
              chosen={new Set(chosen.map(({ id }) => id))}
              onChoose={setChosenIds}
            />
          </div>
          <ReviewItem
            heading={heading}
            listing={current}
            all={all}
            busy={decisions.busyId !== null}
            onApprove={approve}
            onReject={reject}
          />
        </div>
      ) : (
        <NothingWaits heading={heading} />
      )}
      <OutcomeLine decisions={decisions} />
      <DecisionDialogs decisions={decisions} />
      {isHelpOpen && (
        <KeysDialog
          isOn={keys.isOn}
          onSwitch={keys.setOn}
          onClose={() => {
            setHelpOpen(false);
          }}
        />
      )}
    </>
  );
}

function QueueTools({ amount, onHelp }: { readonly amount: number; readonly onHelp: () => void }) {
  const { review } = useAdminTexts();
  return (
    <div className={styles.toolbar}>
      <p role="status" className={styles.amount}>
        {review.waiting(amount)}
      </p>
      <button type="button" className={ui.quiet} onClick={onHelp}>
        {review.keysOpen}
      </button>
    </div>
  );
}

function NothingWaits({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> }) {
  const { review } = useAdminTexts();
  return (
    <div className={panel.none}>
      <h2 ref={heading} tabIndex={-1}>
        {review.empty}
      </h2>
      <p>{review.emptyText}</p>
    </div>
  );
}
