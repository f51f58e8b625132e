import { lastStep } from '../../shared/listing-form/steps.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import styles from './progress.module.css';

type ProgressProps = { readonly step: number; readonly reached: number };

export function Progress({ step, reached }: ProgressProps) {
  return (
    <nav aria-label={texts.progress}>
      <ol className={styles.steps}>
        {texts.steps.slice(0, lastStep).map((name, index) => {
          const number = index + 1;
          const isDone = number < reached && number !== step;
          return (
            <li
              key={name}
              className={isDone ? styles.done : styles.step}
              aria-current={number === step ? 'step' : undefined}
            >
              <span className={styles.mark}>{isDone ? <Icon name="check" /> : number}</span>
              <span className={styles.name}>
                {name}
                {isDone && <span className={ui.hidden}> ({texts.done})</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
