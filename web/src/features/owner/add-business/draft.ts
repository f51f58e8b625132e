import { isObject } from '@directory/domain/shared/unknown';
import { useState } from 'react';
import { newCommandKey } from '../../../shared/api/use-send.ts';
import { lastStep } from '../../../shared/listing-form/check-values.ts';
import {
  emptyValues,
  type FormValues,
  withChange,
} from '../../../shared/listing-form/form-values.ts';
import type { Photo } from '../../../shared/listing-form/photo.ts';
import { readSaved } from '../../../shared/listing-form/saved-forms.ts';
import {
  parseValues,
  useAutosave,
  useSavedPhoto,
} from '../../../shared/listing-form/saved-values.ts';
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
 * Null when there is none, it is older than 30 days or malformed, or the storage is blocked. Checks every field, as other releases
 * may have stored another format.
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

/** The values of the form, saved on this device shortly after each change and restored on the next visit. */
export function useDraft(user: SessionUser) {
  const [draft, setDraft] = useState<Draft>(() => savedDraft(user));
  const [isRemoved, setRemoved] = useState(false);
  const { photo, setPhoto, refresh } = useSavedPhoto(user.id, draft.savedAt !== '');
  const { savedAt, hasFailed, markUnsaved, markSaved, forget } = useAutosave({
    key: draftKey(user.id),
    userId: user.id,
    value: draft,
    savedAt: draft.savedAt,
    write: (value, now) => writeDraft(user.id, { ...value, savedAt: now }),
  });

  // Another tab changed it.
  useWindowEvent('storage', ({ key }) => {
    if (key !== draftKey(user.id)) return;
    const saved = savedDraft(user);
    setRemoved(saved.savedAt === '');
    markSaved(saved.savedAt);
    setDraft(saved);
    refresh();
  });

  const change = (next: Partial<Draft>) => {
    markUnsaved();
    setDraft((before) => ({ ...before, ...next }));
  };

  return {
    ...draft,
    photo,
    savedAt,
    /** Whether another tab submitted or discarded it. */
    isRemoved,
    /** Whether the storage is blocked or full. */
    isSaveFailed: hasFailed,
    change: (values: Partial<FormValues>) => {
      markUnsaved();
      // Changed values are another submission, so they must not reuse the key of a lost request.
      setDraft((before) => ({
        ...before,
        values: withChange(before.values, values),
        commandKey: newCommandKey(),
      }));
    },
    choosePhoto: (next: Photo | null) => {
      setPhoto(next);
      change({ commandKey: newCommandKey() });
    },
    reach: (step: number) => {
      if (step > draft.reached) change({ reached: step });
    },
    /** `email` prefills the new draft. */
    clear: (email: string) => {
      forget();
      setRemoved(false);
      setPhoto(null);
      setDraft(emptyDraft(email));
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
