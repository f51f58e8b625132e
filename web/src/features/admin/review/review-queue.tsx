import type { OwnBusinessResponse } from '@directory/api/contracts';
import { Link, useQuery } from '../../../shared/navigation/router.tsx';
import { reviewSearch } from './use-review.ts';
import { WaitingAge } from '../listings/time.tsx';
import { useStaysPublic } from '../../../shared/listing/listing-parts.tsx';
import { PlaceImage } from '../../../shared/place/place-parts.tsx';
import { pageOf } from '../../../shared/ui/pager.tsx';
import ui from '../../../shared/ui/ui.module.css';
import styles from './review.module.css';
import { number } from '../../../texts/count.ts';

type SelectAllProps = {
  readonly queue: readonly OwnBusinessResponse[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[]) => void;
};

type ReviewQueueProps = SelectAllProps & { readonly currentId: string | undefined };

/** The queue in two groups: listings that were public before, then the others. */
export function ReviewQueue({ queue, currentId, selected, onSelect }: ReviewQueueProps) {
  const toggle = (id: string) =>
    onSelect(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]);
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
      <SelectAll queue={queue} selected={selected} onSelect={onSelect} />
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
  const page = pageOf(useQuery());
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
        <PlaceImage place={listing} sizes="4rem" />
      </div>
    </li>
  );
}

function SelectAll({ queue, selected, onSelect }: SelectAllProps) {
  const isSome = selected.size > 0 && selected.size < queue.length;
  return (
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
      {selected.size > 0 ? `${number.format(selected.size)} selected` : 'Select all'}
    </label>
  );
}
