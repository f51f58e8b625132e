import type { OwnBusinessResponse } from '@directory/api/contracts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { adminTexts } from '../../../texts/admin-texts.ts';
import { useNow, WaitingAge } from '../listings/time.tsx';
import ui from '../../../shared/ui/ui.module.css';
import styles from './review.module.css';

const { review } = adminTexts;

type SelectAllProps = {
  readonly queue: readonly OwnBusinessResponse[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[]) => void;
};

type ReviewQueueProps = SelectAllProps & { readonly currentId: string };

export function ReviewQueue({ queue, currentId, selected, onSelect }: ReviewQueueProps) {
  const now = useNow();
  const toggle = (id: string) => {
    onSelect(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]);
  };
  return (
    <>
      <SelectAll queue={queue} selected={selected} onSelect={onSelect} />
      <ol className={styles.queue} aria-label={review.listLabel}>
        {queue.map(({ id, businessName, changedAt, wasPublic }) => (
          <li key={id} className={id === currentId ? styles.currentEntry : styles.entry}>
            <input
              type="checkbox"
              aria-label={review.select(businessName)}
              checked={selected.has(id)}
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
              <p className={ui.row}>
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

function SelectAll({ queue, selected, onSelect }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const isSome = selected.size > 0 && selected.size < queue.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={styles.selectAll}>
      <input
        ref={box}
        type="checkbox"
        checked={selected.size === queue.length}
        onChange={({ currentTarget: { checked } }) => {
          onSelect(checked ? queue.map(({ id }) => id) : []);
        }}
      />
      {selected.size > 0 ? review.selected(selected.size) : review.selectAll}
    </label>
  );
}
