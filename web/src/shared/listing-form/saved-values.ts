import { recordOf } from '@directory/domain/shared/collections';
import { isObject, textOf } from '@directory/domain/shared/unknown';
import { facilities } from '@directory/domain/catalogue';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { logFailure } from '../api/request-json.ts';
import { newCommandKey } from '../api/use-send.ts';
import type { FieldErrors } from '../forms/form-fields.tsx';
import { removeStored, writeStored } from '../local-storage.ts';
import { useSessionStore } from '../session/session.ts';
import { useWindowEvent } from '../ui/viewport.ts';
import { type FormValues, textFields, wireFields } from './form-values.ts';
import { parseTimesInput, timesOf } from './opening-times-input.ts';
import type { Photo } from './photo.ts';
import { readSaved, readSavedPhoto, writeSavedPhoto } from './saved-forms.ts';

/** Checks every field, as other releases may have stored another format. */
export function parseValues(value: Record<string, unknown>): FormValues {
  const chosen = Array.isArray(value['facilities']) ? value['facilities'] : [];
  return {
    ...recordOf(textFields, (name) => textOf(value[name])),
    openingTimes: parseTimesInput(value['openingTimes']),
    facilities: facilities.filter((facility) => chosen.includes(facility)),
    pinByHand: value['pinByHand'] === true,
  };
}

/** What is entered in a form, without its photo. */
export type Entered = {
  /** The idempotency key of its request; saved so that a retry after a reload uses the same one. */
  readonly commandKey: string;
};

/** What is entered, and when it was saved on this device: ISO 8601, UTC; empty if it was not. */
export type Saved<Value> = { readonly value: Value; readonly savedAt: string };

type SavedFormOptions<Value> = {
  /** The localStorage key. */
  readonly key: string;
  /** The key of the photo, in IndexedDB. */
  readonly photoKey: string;
  readonly userId: string;
  readonly start: () => Value;
  /** What is saved, for the form as it is `now`; null if nothing is. */
  readonly read: (now: Value) => Saved<Value> | null;
  /** Returns false if the storage is blocked or full. */
  readonly write: (saved: Saved<Value>, photo: Photo | null) => boolean;
  /** Called after another tab submitted or discarded what was saved, unless something is being typed here. */
  readonly onEndedElsewhere?: () => void;
};

const pauseMs = 800;

/**
 * What is entered in a form, with its photo: saved on this device shortly after each change and when the page is left, but not
 * after logout. The tabs that show the same form share it.
 */
export function useSavedForm<Value extends Entered>(options: SavedFormOptions<Value>) {
  const { key, photoKey, userId, start, read, write, onEndedElsewhere } = options;
  const sessions = useSessionStore();
  const [form, setForm] = useState<Saved<Value>>(() => {
    const empty = start();
    return read(empty) ?? { value: empty, savedAt: '' };
  });
  const { value, savedAt } = form;
  const [isRestored] = useState(savedAt !== '');
  const { photo, isPhotoSaveFailed, setPhoto, refresh } = useSavedPhoto(photoKey, isRestored);
  const [isSaveFailed, setSaveFailed] = useState(false);
  const unsaved = useRef<{ readonly value: Value } | null>(null);
  const isDirty = useRef(false);
  const [isSending, setSending] = useState(false);
  const [isEndedElsewhere, setEndedElsewhere] = useState(false);
  /** How often another tab has saved changes, as those since a request was sent are not in it. */
  const savedElsewhere = useRef(0);

  const save = useEffectEvent(() => {
    if (!unsaved.current) return;
    // An expired session saves, so that the user can continue; a logout does not.
    if (!sessions.isOf(userId)) return;
    const now = new Date().toISOString();
    const isSaved = write({ value: unsaved.current.value, savedAt: now }, photo);
    unsaved.current = null;
    setSaveFailed(!isSaved);
    if (!isSaved) return;
    // Nothing was written where all is as it was.
    const stored = read(value)?.savedAt ?? '';
    setForm((before) => ({ ...before, savedAt: stored }));
  });

  useEffect(() => {
    if (!isDirty.current) return;
    unsaved.current = { value };
    const timer = window.setTimeout(save, pauseMs);
    return () => window.clearTimeout(timer);
  }, [value]);

  // On unmount, when the page is closed, and when another app or tab is opened, as a phone may then end the page without notice.
  // Another window beside this one may show the same form, and would replace what is saved later.
  useEffect(() => {
    const handleLeave = () => save();
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('pagehide', handleLeave, { signal });
    window.addEventListener('blur', handleLeave, { signal });
    document.addEventListener('visibilitychange', handleLeave, { signal });
    return () => {
      listening.abort();
      handleLeave();
    };
  }, []);

  const show = (next: Saved<Value>) => {
    isDirty.current = false;
    unsaved.current = null;
    setSaveFailed(false);
    setEndedElsewhere(false);
    setForm(next);
  };

  /** Changed values are another command, which must not reuse the key of a lost request. */
  const change = (changed: (before: Value) => Value) => {
    isDirty.current = true;
    setForm((before) => ({
      ...before,
      value: { ...changed(before.value), commandKey: newCommandKey() },
    }));
  };

  const forget = (next: Value) => {
    removeStored(key);
    setPhoto(null);
    show({ value: next, savedAt: '' });
  };

  /** What is being typed or sent stays, and is saved again, a photo at once. */
  const keepUnsaved = () => {
    unsaved.current ??= { value };
    setForm((before) => ({ ...before, savedAt: '' }));
    if (photo) setPhoto(photo);
  };

  // Another tab has changed what is saved. What changes in a tab without the focus is not typed: it may be an address that was looked up.
  const follow = () => {
    const saved = read(value);
    const isTyping = unsaved.current !== null && document.hasFocus();
    if (saved) {
      savedElsewhere.current += 1;
      // What could not be saved is nowhere else.
      if (!isTyping && !isSaveFailed) show(saved);
      refresh();
    } else if (isSending) keepUnsaved();
    else if (isTyping || (isSaveFailed && savedAt)) {
      keepUnsaved();
      setEndedElsewhere(true);
    } else if (savedAt) {
      setPhoto(null);
      show({ value: start(), savedAt: '' });
      setEndedElsewhere(true);
      onEndedElsewhere?.();
    }
  };
  useWindowEvent('storage', (event) => {
    if (event.key === key) follow();
  });
  // While the browser keeps a page for Back, the page hears nothing of other tabs.
  useWindowEvent('pageshow', (event) => {
    if (event.persisted && read(value)?.savedAt !== savedAt) follow();
  });

  return {
    value,
    photo,
    /** Whether the form started with what was saved on this device. */
    isRestored,
    savedAt,
    /** Whether it, or its photo, could not be saved, as the storage is blocked or full. */
    isSaveFailed: isSaveFailed || isPhotoSaveFailed,
    /** Whether another tab submitted or discarded what was saved. */
    isEndedElsewhere,
    change,
    choosePhoto: (next: Photo | null) => {
      setPhoto(next);
      change((before) => before);
    },
    /** Until the request has failed; one that succeeds ends the form. */
    isSending,
    /**
     * Sends what is entered. `request` gives null if that failed; otherwise what was sent is forgotten, unless another tab has
     * saved changes meanwhile.
     */
    send: async <Answer>(request: () => Promise<Answer | null>): Promise<Answer | null> => {
      setSending(true);
      const sentAt = savedElsewhere.current;
      const answer = await request();
      if (answer === null) setSending(false);
      // What was sent stays in sight until the next page is there.
      else if (savedElsewhere.current === sentAt) forget(value);
      return answer;
    },
    /** Deletes what is saved, and begins again. */
    discard: () => forget(start()),
  };
}

/** An unsent photo, saved on this device under a key. It is read only with saved values: without them, it belonged to others. */
function useSavedPhoto(key: string, hasSavedValues: boolean) {
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [isPhotoSaveFailed, setSaveFailed] = useState(false);
  useEffect(() => {
    if (!hasSavedValues) return;
    let isMounted = true;
    void tryToReadPhoto(key).then((found) => {
      if (isMounted && found) setPhoto((chosen) => chosen ?? found);
    });
    return () => {
      isMounted = false;
    };
  }, [key, hasSavedValues]);
  return {
    photo,
    isPhotoSaveFailed,
    setPhoto: (next: Photo | null) => {
      setPhoto(next);
      writeSavedPhoto(key, next).then(
        () => setSaveFailed(false),
        (error: unknown) => {
          report(error);
          setSaveFailed(next !== null);
        },
      );
    },
    /** Reads the photo again, after another tab changed it. One that could not be saved is only here. */
    refresh: () => {
      if (!isPhotoSaveFailed) void tryToReadPhoto(key).then(setPhoto);
    },
  };
}

function tryToReadPhoto(key: string): Promise<Photo | null> {
  return readSavedPhoto(key).catch((error: unknown) => {
    report(error);
    return null;
  });
}

function report(error: unknown): void {
  logFailure('The photo could not be saved', error);
}

/**
 * The unsaved changes on this device: changed fields only, so that they also apply to a listing that has changed since. Null if
 * there are none, they are older than 30 days or the storage is blocked; empty if only the photo changed.
 */
export function readEdit(key: string, now: Date) {
  const { changes, revision, commandKey, savedAt } = readSaved(key, now) ?? {};
  if (!isObject(changes)) return null;
  const known = Object.entries(parseValues(changes)).filter(([name]) => name in changes);
  const found: Partial<FormValues> = Object.fromEntries(known);
  return {
    changes: found,
    /** Null if an earlier release saved it. */
    revision: typeof revision === 'number' ? revision : null,
    commandKey: typeof commandKey === 'string' ? commandKey : newCommandKey(),
    savedAt: textOf(savedAt),
  };
}

type SavedEdit = Entered & {
  readonly changes: Partial<FormValues>;
  /** The revision of the listing when the changes were made. */
  readonly revision: number;
  readonly savedAt: string;
};

/** Null removes the saved edit. Returns false if the storage is blocked or full. */
export function writeEdit(key: string, edit: SavedEdit | null): boolean {
  return edit ? writeStored(key, JSON.stringify(edit)) : removeStored(key);
}

/** The fields for which saving would send other values. */
export function changedFields(before: FormValues, after: FormValues): readonly string[] {
  const [old, now] = [wireFields(before), wireFields(after)];
  return [
    ...textFields.filter((name) => old[name] !== now[name]),
    !isSame(timesOf(before.openingTimes), timesOf(after.openingTimes)) && 'openingTimes',
    !isSame(before.facilities, after.facilities) && 'facilities',
  ].filter((name) => name !== false);
}

/** The fields whose values differ. */
export function changesBetween(before: FormValues, after: FormValues): Partial<FormValues> {
  const old: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isSame(old[field], value)),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Ignores errors of fields that were empty and still are: imported listings may lack required fields. */
export function errorsOfEdit(
  errors: FieldErrors,
  before: FormValues,
  after: FormValues,
): FieldErrors {
  const old: Readonly<Record<string, unknown>> = before;
  const now: Readonly<Record<string, unknown>> = after;
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => old[field] !== now[field] || old[field] !== ''),
  );
}
