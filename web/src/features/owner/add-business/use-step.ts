import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lastStep } from '../../../shared/listing-form/check-values.ts';
import { useQuery } from '../../../shared/navigation/use-query.ts';

export type Steps = {
  /** Counted from 1. */
  readonly step: number;
  readonly isReview: boolean;
  /** Whether another step was shown before this one. */
  readonly hasMoved: boolean;
  /** Whether the step was opened from the review, and leads back to it. */
  readonly isCorrection: boolean;
  readonly goTo: (step: number) => void;
  readonly correct: (step: number) => void;
};

type Progress = {
  readonly reached: number;
  readonly onReach: (step: number) => void;
  /** Holds the step that was reached: what is being sent is not changed meanwhile. */
  readonly isSending: boolean;
};

/** The step is in the address, so that the browser's Back leads through the form; nobody gets ahead of the answers. */
export function useStep({ reached, onReach, isSending }: Progress): Steps {
  const navigate = useNavigate();
  const search = useQuery();
  const wanted = Number(search.get('step'));
  const lowest = isSending ? reached : 1;
  const isStep = Number.isInteger(wanted) && wanted >= lowest && wanted <= reached;
  const step = isStep ? wanted : reached;

  const [first] = useState(step);
  const [hasMoved, setMoved] = useState(false);
  if (!hasMoved && step !== first) setMoved(true);

  useEffect(() => {
    if (!isStep) void navigate(`?step=${step}`, { replace: true });
  }, [isStep, step, navigate]);

  return {
    step,
    isReview: step === lastStep,
    hasMoved: hasMoved || step !== first,
    isCorrection: search.get('then') === 'review' && reached === lastStep,
    goTo: (next) => {
      onReach(next);
      void navigate(`?step=${next}`);
    },
    correct: (next) => {
      void navigate(`?step=${next}&then=review`);
    },
  };
}
