import { isObject } from '@directory/domain/shared/unknown';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useQuery } from '../../../shared/navigation/router.tsx';
import { lastStep } from '../../../shared/listing-form/check-values.ts';

export type Steps = {
  /** From 1. */
  readonly step: number;
  readonly isReview: boolean;
  /** Whether the step has changed since the page was opened. */
  readonly hasMoved: boolean;
  /** Whether the step was opened from the review and returns to it. */
  readonly isCorrection: boolean;
  readonly goTo: (step: number) => void;
  /** What the step was opened to correct; null if it was opened for another reason. */
  readonly correction: Correction | null;
  readonly correct: (step: number, correction?: Correction) => void;
};

/** A field with an error, as in the summary of the review. */
export type Correction = {
  readonly field: string;
  /** Of the server, which refused what the form takes; null if the form itself finds the error. */
  readonly refusal: string | null;
};

type Progress = {
  readonly reached: number;
  readonly onReach: (step: number) => void;
  /** Locks the current step while the values are being sent. */
  readonly isSending: boolean;
};

/** The step is in the URL, so that the browser's Back works; it cannot exceed the step that was reached. */
export function useStep({ reached, onReach, isSending }: Progress): Steps {
  const navigate = useNavigate();
  const search = useQuery();
  const { state } = useLocation();
  const requested = Number(search.get('step'));
  const min = isSending ? reached : 1;
  const isStep = Number.isInteger(requested) && requested >= min && requested <= reached;
  const step = isStep ? requested : reached;

  const [first] = useState(step);
  const [hasMoved, setMoved] = useState(false);
  if (!hasMoved && step !== first) setMoved(true);

  useEffect(() => {
    if (!isStep) navigate(`?step=${step}`, { replace: true });
  }, [isStep, step, navigate]);

  return {
    step,
    isReview: step === lastStep,
    hasMoved: hasMoved || step !== first,
    isCorrection: search.get('then') === 'review' && reached === lastStep,
    correction: correctionOf(state),
    goTo: (next) => {
      onReach(next);
      navigate(`?step=${next}`);
    },
    correct: (next, correction) => navigate(`?step=${next}&then=review`, { state: { correction } }),
  };
}

function correctionOf(state: unknown): Correction | null {
  const correction = isObject(state) ? state['correction'] : null;
  if (!isObject(correction) || typeof correction['field'] !== 'string') return null;
  const { field, refusal } = correction;
  return { field, refusal: typeof refusal === 'string' ? refusal : null };
}
