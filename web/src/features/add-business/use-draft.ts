import { useCallback, useEffect, useRef, useState } from 'react';
import { newCommandKey } from '../../shared/api/command-key.ts';
import { noAnswers, withChange, type Answers } from '../../shared/listing-form/answers.ts';
import type { Photo } from '../../shared/listing-form/photo.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { forgetDraft } from '../../shared/session/forget-draft.ts';
import type { SessionUser } from '../../shared/session/session.ts';
import { useSessionStore } from '../../shared/session/use-session.ts';
import { readDraft, writeDraft, type Draft } from './draft.ts';
import { readDraftPhoto, writeDraftPhoto } from './draft-photo.ts';

const pauseMs = 800;

/** The answers, kept on this device a moment after each change; what was kept before is there again. */
export function useDraft(user: SessionUser) {
  const [draft, setDraft] = useState<Draft>(
    () => readDraft(window.localStorage, user.id, new Date()) ?? emptyDraft(user.email),
  );
  const { photo, setPhoto } = useDraftPhoto(user.id);
  const { savedAt, markUnsaved, forget } = useSaved(user.id, draft);

  const change = (next: Partial<Draft>) => {
    markUnsaved();
    setDraft((before) => ({ ...before, ...next }));
  };

  return {
    ...draft,
    photo,
    savedAt,
    change: (answers: Partial<Answers>) => {
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

function emptyDraft(email: string): Draft {
  return {
    answers: { ...noAnswers, email },
    reached: 1,
    commandKey: newCommandKey(),
    savedAt: '',
  };
}

/** Writes after a pause, and at once when the page is left; never for somebody who has logged out meanwhile. */
function useSaved(userId: string, draft: Draft) {
  const sessions = useSessionStore();
  const [savedAt, setSavedAt] = useState(draft.savedAt);
  const unsaved = useRef<Draft | null>(null);
  const isDirty = useRef(false);

  const save = useCallback(() => {
    if (!unsaved.current || sessions.read()?.user.id !== userId) return;
    const now = new Date().toISOString();
    const isKept = writeDraft(window.localStorage, userId, { ...unsaved.current, savedAt: now });
    unsaved.current = null;
    if (isKept) setSavedAt(now);
  }, [sessions, userId]);

  useEffect(() => {
    if (!isDirty.current) return;
    unsaved.current = draft;
    const timer = window.setTimeout(save, pauseMs);
    return () => {
      window.clearTimeout(timer);
    };
  }, [draft, save]);

  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  return {
    savedAt,
    markUnsaved: () => {
      isDirty.current = true;
    },
    forget: () => {
      isDirty.current = false;
      unsaved.current = null;
      setSavedAt('');
      forgetDraft(userId);
    },
  };
}

function useDraftPhoto(userId: string) {
  const [photo, setPhoto] = useState<Photo | null>(null);
  const report = (error: unknown) => {
    logFailure('The photo of the draft could not be kept', error);
  };
  useEffect(() => {
    let isHere = true;
    readDraftPhoto(userId).then((found) => {
      if (isHere && found) setPhoto((chosen) => chosen ?? found);
    }, report);
    return () => {
      isHere = false;
    };
  }, [userId]);
  return {
    photo,
    setPhoto: (next: Photo | null) => {
      setPhoto(next);
      writeDraftPhoto(userId, next).catch(report);
    },
  };
}
