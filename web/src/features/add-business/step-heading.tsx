import { useEffect, useRef } from 'react';
import { lastStep } from '../../shared/listing-form/steps.ts';
import { listingFormTexts as texts } from '../../texts/listing-form-texts.ts';
import styles from './add-business.module.css';

type StepHeadingProps = {
  readonly step: number;
  /** The first step that is shown leaves the focus to the page. */
  readonly takesFocus: boolean;
};

/** Takes the focus when another step is shown, as the heading of a page does. */
export function StepHeading({ step, takesFocus }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when it appears
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.stepTitle}>
      {texts.step(step, lastStep, texts.steps[step - 1] ?? '')}
    </h2>
  );
}
