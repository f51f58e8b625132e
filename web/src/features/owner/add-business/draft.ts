import { useCallback, useEffect, useState } from 'react';
import { newCommandKey } from '../../../shared/api/command-key.ts';
import { lastStep } from '../../../shared/listing-form/check-values.ts';
import {
  emptyValues,
  type FormValues,
  withChange,
} from '../../../shared/listing-form/form-values.ts';
import type { Photo } from '../../../shared/listing-form/photo.ts';
import {
  asAnswers,
  isNotExpired,
  isObject,
  useAutosave,
  useSavedPhoto,
} from '../../../shared/listing-form/saved-values.ts';
import { draftKey } from '../../../shared/session/forget-drafts.ts';
import type { SessionUser } from '../../../shared/session/session.ts';

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

/** The answers, kept on this device a moment after each change; what was kept before is there again. */
export function useDraft(user: SessionUser) {
  const [draft, setDraft] = useState<Draft>(() => keptDraft(user));
  const { photo, setPhoto, refresh } = useSavedPhoto(user.id);
  const {
    savedAt,
    markUnsaved,
    markSaved: markKept,
    forget,
  } = useAutosave({
    key: draftKey(user.id),
    userId: user.id,
    value: draft,
    savedAt: draft.savedAt,
    write: (value, now) => writeDraft(window.localStorage, user.id, { ...value, savedAt: now }),
  });

  const takeOver = useCallback(() => {
    const kept = keptDraft(user);
    markKept(kept.savedAt);
    setDraft(kept);
    refresh();
  }, [user, markKept, refresh]);
  useOtherTabs(draftKey(user.id), takeOver);

  const change = (next: Partial<Draft>) => {
    markUnsaved();
    setDraft((before) => ({ ...before, ...next }));
  };

  return {
    ...draft,
    photo,
    savedAt,
    change: (answers: Partial<FormValues>) => {
      markUnsaved();
      // Other answers are another submission: one that was lost on the way must not swallow them.
      setDraft((before) => ({
        ...before,
        answers: withChange(before.answers, answers),
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
    /** `email` is what the emptied form starts with. */
    clear: (email: string) => {
      forget();
      setPhoto(null);
      setDraft(emptyDraft(email));
    },
  };
}

/** Tells when another tab has kept something else under a key. */
function useOtherTabs(key: string, onChange: () => void): void {
  useEffect(() => {
    const handleStorage = (event: StorageEvent) => {
      if (event.key === key) onChange();
    };
    window.addEventListener('storage', handleStorage);
    return () => {
      window.removeEventListener('storage', handleStorage);
    };
  }, [key, onChange]);
}

function keptDraft({ id, email }: SessionUser): Draft {
  return readDraft(window.localStorage, id, new Date()) ?? emptyDraft(email);
}

function emptyDraft(email: string): Draft {
  return {
    answers: { ...emptyValues, email },
    reached: 1,
    commandKey: newCommandKey(),
    savedAt: '',
  };
}
