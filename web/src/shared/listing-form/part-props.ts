import type { FieldErrors } from '../forms/field-frame.tsx';
import type { Answers } from './answers.ts';

/** What every part of the form is given. */
export type PartProps = {
  readonly answers: Answers;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<Answers>) => void;
};
