import { isObject } from '@directory/domain/shared/unknown';
import { newCommandKey } from '../../../shared/api/use-send.ts';
import { lastStep } from '../../../shared/listing-form/check-values.ts';
import {
  emptyValues,
  type FormValues,
  withChange,
} from '../../../shared/listing-form/form-values.ts';
import { readSaved } from '../../../shared/listing-form/saved-forms.ts';
import {
  type Entered,
  parseValues,
  type Saved,
  useSavedForm,
} from '../../../shared/listing-form/saved-values.ts';
import { draftKey, writeStored } from '../../../shared/local-storage.ts';
import { type SessionUser } from '../../../shared/session/session.ts';

/** A form that is not submitted yet. */
export type Draft = Entered & {
  readonly values: FormValues;
  /** The highest step that was reached, from 1. */
  readonly reached: number;
};

/**
 * Returns null when there is no draft, when it is older than 30 days or malformed, and when the storage is blocked. Checks every field,
 * as other releases may have stored another format.
 */
export function readDraft(userId: string, now: Date): Saved<Draft> | null {
  const saved = readSaved(draftKey(userId), now, userId);
  const { answers, reached, commandKey, savedAt } = saved ?? {};
  if (!isObject(answers)) return null;
  if (typeof commandKey !== 'string' || typeof savedAt !== 'string') return null;
  if (typeof reached !== 'number' || !Number.isInteger(reached)) return null;
  return {
    value: {
      values: parseValues(answers),
      reached: Math.min(lastStep, Math.max(1, reached)),
      commandKey,
    },
    savedAt,
  };
}

/** Returns false if the storage is blocked or full. */
export function writeDraft(userId: string, { value, savedAt }: Saved<Draft>): boolean {
  const { values, ...rest } = value;
  return writeStored(draftKey(userId), JSON.stringify({ answers: values, ...rest, savedAt }));
}

/** The values of the form, saved on this device and restored on the next visit. */
export function useDraft({ id, email }: SessionUser) {
  const form = useSavedForm<Draft>({
    key: draftKey(id),
    photoKey: id,
    userId: id,
    start: () => ({
      values: { ...emptyValues, email },
      reached: 1,
      commandKey: newCommandKey(),
    }),
    read: () => readDraft(id, new Date()),
    write: (draft) => writeDraft(id, draft),
  });

  return {
    ...form.value,
    ...form,
    change: (change: Partial<FormValues>) =>
      form.change((draft) => ({ ...draft, values: withChange(draft.values, change) })),
    reach: (step: number) => {
      if (step > form.value.reached) form.change((draft) => ({ ...draft, reached: step }));
    },
  };
}
