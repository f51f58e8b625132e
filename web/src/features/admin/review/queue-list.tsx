import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { useNow } from '../listings/use-now.ts';
import { WaitingAge } from '../listings/waiting-age.tsx';
import styles from './review-page.module.css';

type QueueListProps = {
  readonly queue: readonly OwnBusinessResponse[];
  readonly currentId: string | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: readonly string[]) => void;
};

export function QueueList({ queue, currentId, chosen, onChoose }: QueueListProps) {
  const { review } = useAdminTexts();
  const now = useNow();
  const toggle = (id: string) => {
    onChoose(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]);
  };
  return (
    <>
      <SelectAll queue={queue} chosen={chosen} onChoose={onChoose} />
      <ol className={styles.queue} aria-label={review.listLabel}>
        {queue.map(({ id, businessName, changedAt, wasPublic }) => (
          <li key={id} className={id === currentId ? styles.currentEntry : styles.entry}>
            <input
              type="checkbox"
              className={styles.check}
              aria-label={review.select(businessName)}
              checked={chosen.has(id)}
              onChange={() => {
                toggle(id);
              }}
            />
            <div>
              <Link
                className={styles.entryName}
                to={{ search: `?listing=${id}` }}
                aria-current={id === currentId ? 'true' : undefined}
              >
                {businessName}
              </Link>
              <p className={styles.entryFacts}>
                <WaitingAge since={changedAt} now={now} />
                {wasPublic && <span className={styles.wasPublic}>{review.wasPublic}</span>}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

type SelectAllProps = Omit<QueueListProps, 'currentId'>;

function SelectAll({ queue, chosen, onChoose }: SelectAllProps) {
  const { review } = useAdminTexts();
  const box = useRef<HTMLInputElement>(null);
  const isSome = chosen.size > 0 && chosen.size < queue.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={styles.selectAll}>
      <input
        ref={box}
        type="checkbox"
        className={styles.check}
        checked={chosen.size === queue.length}
        onChange={({ currentTarget: { checked } }) => {
          onChoose(checked ? queue.map(({ id }) => id) : []);
        }}
      />
      {chosen.size > 0 ? review.selected(chosen.size) : review.selectAll}
    </label>
  );
}
