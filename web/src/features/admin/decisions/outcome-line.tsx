import { useAdminTexts } from '../../../shared/texts/admin-texts.ts';
import ui from '../../../shared/ui/ui.module.css';
import styles from './decisions.module.css';
import type { Decisions } from './use-decisions.ts';

/** Says what was done, with the way back, and what was not, with another try. Stays until the next one or until it is dismissed. */
export function OutcomeLine({
  decisions: { outcome, run, tell },
}: {
  readonly decisions: Decisions;
}) {
  const { common, decisions: texts } = useAdminTexts();
  const again = outcome?.kind === 'failed' ? outcome.retry : (outcome?.undo ?? null);
  return (
    <div className={outcome ? styles[outcome.kind] : styles.silent}>
      <p role="status">{outcome?.text}</p>
      {outcome && (
        <div className={styles.lineActions}>
          {again && (
            <button
              type="button"
              className={ui.quiet}
              onClick={() => {
                run(again);
              }}
            >
              {outcome.kind === 'failed' ? common.retry : common.undo}
            </button>
          )}
          <button
            type="button"
            className={styles.dismiss}
            onClick={() => {
              tell(null);
            }}
          >
            {texts.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}
