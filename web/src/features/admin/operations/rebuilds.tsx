import type { ViewReportResponse } from '@directory/api/contracts';
import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import styles from './operations-page.module.css';

/** What is being built anew, and how long it will take. */
export function Rebuilds({ views }: { readonly views: readonly ViewReportResponse[] }) {
  return views.map(
    ({ name, rebuild }) => rebuild && <Rebuild key={name} name={name} rebuild={rebuild} />,
  );
}

type RebuildProps = {
  readonly name: string;
  readonly rebuild: NonNullable<ViewReportResponse['rebuild']>;
};

function Rebuild({ name, rebuild }: RebuildProps) {
  const { operations: texts } = useAdminTexts();
  const { share, eventsPerSecond, remainingSeconds, state, error } = rebuild;
  const title = texts.rebuildTitle(name);
  const rate = eventsPerSecond === null ? texts.unknown : texts.rate(eventsPerSecond);
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      {state === 'failed' ? (
        <p>
          {texts.rebuildFailed} <span className={styles.error}>{error}</span>
        </p>
      ) : (
        <>
          <progress className={styles.bar} aria-label={title} max={1} value={share} />
          <p className={styles.soft}>
            {texts.progress(Math.floor(share * 100), rate)}
            {remainingSeconds !== null && `, ${texts.remaining(remainingSeconds)}`}
          </p>
        </>
      )}
    </section>
  );
}
