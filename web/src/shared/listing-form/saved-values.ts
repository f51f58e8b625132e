import { facilities } from '@directory/domain/catalogue';
import { useCallback, useEffect, useRef, useState } from 'react';
import { logFailure } from '../log-failure.ts';
import { useSessionStore } from '../session/use-session.ts';
import { emptyValues, type FormValues, textFields } from './form-values.ts';
import type { Photo } from './photo.ts';
import { readSavedPhoto, writeSavedPhoto } from './saved-photo.ts';

const expiryMs = 30 * 24 * 3_600_000;

/** Whether what this device kept at a time, ISO 8601, is not older than 30 days. */
export function isNotExpired(savedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(savedAt) < expiryMs;
}

/** What other releases and other hands may have left is looked at field by field. */
export function asAnswers(value: Record<string, unknown>): FormValues {
  const texts = textFields.map((name) => {
    const text = value[name];
    return [name, typeof text === 'string' ? text : ''] as const;
  });
  const chosen = Array.isArray(value['facilities']) ? value['facilities'] : [];
  return {
    ...emptyValues,
    ...Object.fromEntries(texts),
    facilities: facilities.filter((facility) => chosen.includes(facility)),
    pinByHand: value['pinByHand'] === true,
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

type AutosaveOptions<Value> = {
  /** Where it is kept. */
  readonly key: string;
  readonly userId: string;
  readonly value: Value;
  /** When `value` was kept, ISO 8601, UTC; empty when it was not. */
  readonly savedAt: string;
  /** Returns whether it could be kept: storages are refused and run full. */
  readonly write: (value: Value, savedAt: string) => boolean;
};

const pauseMs = 800;

/** Keeps a value on this device a moment after each change and at once when the page is left; never for who has logged out. */
export function useAutosave<Value>(keeping: AutosaveOptions<Value>) {
  const { key, userId, value } = keeping;
  const sessions = useSessionStore();
  const [savedAt, setSavedAt] = useState(keeping.savedAt);
  const unsaved = useRef<{ readonly value: Value } | null>(null);
  const isDirty = useRef(false);
  const write = useRef(keeping.write);
  useEffect(() => {
    write.current = keeping.write;
  });

  const save = useCallback(() => {
    if (!unsaved.current) return;
    // Who was logged out by the server comes back to what they were doing; who logged out leaves nothing here.
    const isTheirs = sessions.read()?.user.id === userId || sessions.hasExpired();
    if (!isTheirs) return;
    const now = new Date().toISOString();
    const isSaved = write.current(unsaved.current.value, now);
    unsaved.current = null;
    if (isSaved) setSavedAt(now);
  }, [sessions, userId]);

  useEffect(() => {
    if (!isDirty.current) return;
    unsaved.current = { value };
    const timer = window.setTimeout(save, pauseMs);
    return () => {
      window.clearTimeout(timer);
    };
  }, [value, save]);

  useOnLeaving(save);

  const markSaved = useCallback((when: string) => {
    isDirty.current = false;
    unsaved.current = null;
    setSavedAt(when);
  }, []);

  return {
    savedAt,
    markUnsaved: () => {
      isDirty.current = true;
    },
    markSaved: markSaved,
    forget: () => {
      markSaved('');
      removeSaved(key);
    },
  };
}

/** By a link, or by closing the page. */
function useOnLeaving(save: () => void): void {
  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);
}

function removeSaved(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // A browser that refuses its storage has kept nothing.
  }
}

/** A photo that is not sent yet, kept on this device under a key. */
export function useSavedPhoto(key: string) {
  const [photo, setPhoto] = useState<Photo | null>(null);
  const reread = useCallback(async () => {
    try {
      return await readSavedPhoto(key);
    } catch (error) {
      report(error);
      return null;
    }
  }, [key]);
  useEffect(() => {
    let isHere = true;
    void reread().then((found) => {
      if (isHere && found) setPhoto((chosen) => chosen ?? found);
    });
    return () => {
      isHere = false;
    };
  }, [reread]);
  return {
    photo,
    setPhoto: (next: Photo | null) => {
      setPhoto(next);
      writeSavedPhoto(key, next).catch(report);
    },
    /** After another tab has chosen or removed one. */
    refresh: useCallback(() => {
      void reread().then(setPhoto);
    }, [reread]),
  };
}

function report(error: unknown): void {
  logFailure('The photo could not be kept', error);
}
