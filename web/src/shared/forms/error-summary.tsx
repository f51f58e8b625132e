import { useEffect, useRef } from 'react';
import { formTexts as texts } from '../../texts/form-texts.ts';
import { fieldId, type FieldErrors } from './field-frame.tsx';
import styles from './forms.module.css';

type ErrorSummaryProps = {
  /** Of the whole form, such as the server's answer. */
  readonly message?: string | undefined;
  readonly errors?: FieldErrors;
  /** Counts the tries: the summary takes the focus on each, also when it says the same again. */
  readonly attempt: number;
  /** For forms of which only a part is shown: shows the field before it is focused. */
  readonly onGoTo?: (field: string) => void;
};

/** What is wrong, above the form, each with a way to its field. */
export function ErrorSummary({ message, errors = {}, attempt, onGoTo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const fields = Object.entries(errors);
  const isEmpty = !message && fields.length === 0;

  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);

  if (isEmpty) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <p className={styles.summaryTitle}>{message ?? texts.problem}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(([field, error]) => (
            <li key={field}>
              <a
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  onGoTo?.(field);
                  goTo(field);
                }}
              >
                {error}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** After the page has drawn what `onGoTo` asked for. */
function goTo(field: string): void {
  window.setTimeout(() => {
    const control = document.getElementById(fieldId(field));
    control?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  });
}
