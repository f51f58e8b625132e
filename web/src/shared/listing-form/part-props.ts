import type { FieldErrors } from '../forms/field-frame.tsx';
import type { FormValues } from './form-values.ts';

/** What every part of the form is given. */
export type PartProps = {
  readonly answers: FormValues;
  readonly errors: FieldErrors;
  readonly onChange: (change: Partial<FormValues>) => void;
};
