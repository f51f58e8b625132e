import type { FormValues } from '../../shared/listing-form/form-values.ts';
import { asAnswers, isObject, isNotExpired } from '../../shared/listing-form/saved-values.ts';
import { lastStep } from '../../shared/listing-form/steps.ts';
import { draftKey } from '../../shared/session/forget-drafts.ts';

/** A form that is not submitted yet, as this device keeps it. */
export type Draft = {
  readonly answers: FormValues;
  /** The furthest step that was reached, counted from 1. */
  readonly reached: number;
  /** Of the submission: kept, so that trying again after a reload is still the same one. */
  readonly commandKey: string;
  /** ISO 8601, UTC. */
  readonly savedAt: string;
};

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Null when there is none, when it is older than 30 days, or when it is of another make. */
export function readDraft(storage: DraftStorage, userId: string, now: Date): Draft | null {
  try {
    const draft = asDraft(JSON.parse(storage.getItem(draftKey(userId)) ?? 'null'));
    return draft && isNotExpired(draft.savedAt, now) ? draft : null;
  } catch {
    return null;
  }
}

/** Returns whether it could be kept: storages are refused and run full. */
export function writeDraft(storage: DraftStorage, userId: string, draft: Draft): boolean {
  try {
    storage.setItem(draftKey(userId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** What other releases and other hands may have left is looked at field by field. */
function asDraft(value: unknown): Draft | null {
  if (!isObject(value) || !isObject(value['answers'])) return null;
  const { answers, reached, commandKey, savedAt } = value;
  if (typeof commandKey !== 'string' || typeof savedAt !== 'string') return null;
  if (typeof reached !== 'number' || !Number.isInteger(reached)) return null;
  return {
    answers: asAnswers(answers),
    reached: Math.min(lastStep, Math.max(1, reached)),
    commandKey,
    savedAt,
  };
}
