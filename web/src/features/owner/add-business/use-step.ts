import { useEffect, useState } from 'react';
import { useNavigate } from '../../../shared/navigation/router.tsx';
import { lastStep } from '../../../shared/listing-form/check-values.ts';
import { useQuery } from '../../../shared/navigation/use-query.ts';

export type Steps = {
  /** From 1. */
  readonly step: number;
  readonly isReview: boolean;
  /** Whether the step has changed since the page was opened. */
  readonly hasMoved: boolean;
  /** Whether the step was opened from the review and returns to it. */
  readonly isCorrection: boolean;
  readonly goTo: (step: number) => void;
  readonly correct: (step: number) => void;
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
    goTo: (next) => {
      onReach(next);
      navigate(`?step=${next}`);
    },
    correct: (next) => navigate(`?step=${next}&then=review`),
  };
}
