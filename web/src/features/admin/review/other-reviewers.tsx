import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import { relativeTime } from '../listings/relative-time.ts';
import { useNow } from '../listings/use-now.ts';
import styles from './review-item.module.css';
import { useOtherReviewers } from './use-other-reviewers.ts';

/** A soft note: it keeps nobody from deciding, as the revision check sees to it that nobody overrules what they have not seen. */
export function OtherReviewers({ id }: { readonly id: string }) {
  const { review } = useAdminTexts();
  const others = useOtherReviewers(id);
  const now = useNow();
  return (
    <div role="status" className={styles.others}>
      {others.map(({ name, openedAt }) => (
        <p key={name}>{review.alsoOpened(name, relativeTime(openedAt, now))}</p>
      ))}
    </div>
  );
}
