import { useEffect, useRef, useState } from 'react';

const storageKey = 'admin-single-keys';

/** What goes on while its key is held; anything else would befall the next listing before somebody has seen it. */
const repeatable: readonly string[] = ['j', 'k'];

/** What a single key does, by the key. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Single keys for who reviews a lot. They rest while something is typed or a dialog is open, and can be switched off. */
export function useReviewKeys(actions: KeyActions) {
  const [isOn, setOn] = useState(() => readSetting() !== 'off');
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!isOn) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isElsewhere(event.target)) return;
      const action = latest.current[event.key];
      if (!action || (event.repeat && !repeatable.includes(event.key))) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', handleKey);
    return () => {
      document.removeEventListener('keydown', handleKey);
    };
  }, [isOn]);
  return {
    isOn,
    setOn: (next: boolean) => {
      setOn(next);
      writeSetting(next ? 'on' : 'off');
    },
  };
}

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function readSetting(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function writeSetting(value: string): void {
  try {
    window.localStorage.setItem(storageKey, value);
  } catch {
    // A browser that refuses its storage forgets the setting with the page.
  }
}
