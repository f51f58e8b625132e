import { isObject } from '@directory/domain/shared/unknown';
import { useState } from 'react';
import { newCommandKey } from '../../../shared/api/use-send.ts';
import { lastStep } from '../../../shared/listing-form/check-values.ts';
import {
  emptyValues,
  type FormValues,
  withChange,
} from '../../../shared/listing-form/form-values.ts';
import { readSaved } from '../../../shared/listing-form/saved-forms.ts';
import { parseValues, useSavedForm } from '../../../shared/listing-form/saved-values.ts';
import { draftKey, writeStored } from '../../../shared/local-storage.ts';
import { type SessionUser } from '../../../shared/session/session.ts';
import { useWindowEvent } from '../../../shared/ui/viewport.ts';

/** A form that is not submitted yet, as stored on this device. */
export type Draft = {
  readonly values: FormValues;
  /** The highest step that was reached, from 1. */
  readonly reached: number;
  /** Idempotency key of the submission; saved so that a retry after a reload uses the same one. */
  readonly commandKey: string;
  /** ISO 8601, UTC. */
  readonly savedAt: string;
};

/**
 * Returns null when there is no draft, when it is older than 30 days or malformed, and when the storage is blocked. Checks every field,
 * as other releases may have stored another format.
 */
export function readDraft(userId: string, now: Date): Draft | null {
  const saved = readSaved(draftKey(userId), now, userId);
  const { answers, reached, commandKey, savedAt } = saved ?? {};
  if (!isObject(answers)) return null;
  if (typeof commandKey !== 'string' || typeof savedAt !== 'string') return null;
  if (typeof reached !== 'number' || !Number.isInteger(reached)) return null;
  return {
    values: parseValues(answers),
    reached: Math.min(lastStep, Math.max(1, reached)),
    commandKey,
    savedAt,
  };
}

/** Returns false if the storage is blocked or full. */
export function writeDraft(userId: string, draft: Draft): boolean {
  const { values, ...rest } = draft;
  return writeStored(draftKey(userId), JSON.stringify({ answers: values, ...rest }));
}

/** The values of the form, saved on this device and restored on the next visit. */
export function useDraft(user: SessionUser) {
  const [saved] = useState(() => savedDraft(user));
  const [isRemoved, setRemoved] = useState(false);
  const form = useSavedForm({
    key: draftKey(user.id),
    photoKey: user.id,
    userId: user.id,
    start: () => saved,
    isRestored: saved.savedAt !== '',
    savedAt: saved.savedAt,
    write: (draft, _photo, savedAt) => writeDraft(user.id, { ...draft, savedAt }),
  });

  // Another tab has changed the draft.
  useWindowEvent('storage', ({ key }) => {
    if (key !== draftKey(user.id)) return;
    const changed = savedDraft(user);
    setRemoved(changed.savedAt === '');
    form.replace(changed, changed.savedAt);
  });

  return {
    ...form.value,
    ...form,
    /** Whether another tab submitted or discarded the draft. */
    isRemoved,
    change: (change: Partial<FormValues>) =>
      form.change((draft) => ({ ...draft, values: withChange(draft.values, change) })),
    reach: (step: number) => {
      if (step > form.value.reached) form.change((draft) => ({ ...draft, reached: step }));
    },
    /** `email` prefills the new draft. */
    clear: (email: string) => {
      form.forget(emptyDraft(email));
      setRemoved(false);
    },
  };
}

function savedDraft({ id, email }: SessionUser): Draft {
  return readDraft(id, new Date()) ?? emptyDraft(email);
}

function emptyDraft(email: string): Draft {
  const values = { ...emptyValues, email };
  return { values, reached: 1, commandKey: newCommandKey(), savedAt: '' };
}
