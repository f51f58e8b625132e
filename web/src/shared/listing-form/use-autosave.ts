import { useCallback, useEffect, useRef, useState } from 'react';
import { useSessionStore } from '../session/use-session.ts';

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
