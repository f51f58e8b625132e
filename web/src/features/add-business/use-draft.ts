import { useCallback, useEffect, useState } from 'react';
import { newCommandKey } from '../../shared/api/command-key.ts';
import { emptyValues, withChange, type FormValues } from '../../shared/listing-form/form-values.ts';
import type { Photo } from '../../shared/listing-form/photo.ts';
import { useAutosave } from '../../shared/listing-form/use-autosave.ts';
import { useSavedPhoto } from '../../shared/listing-form/use-saved-photo.ts';
import { draftKey } from '../../shared/session/forget-drafts.ts';
import type { SessionUser } from '../../shared/session/session.ts';
import { readDraft, writeDraft, type Draft } from './draft.ts';

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
