import { useState } from 'react';

/** A setting of this browser; null until it is chosen. Without storage it lasts until the page is left. */
export function useSetting(key: string): readonly [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => read(key));
  return [
    value,
    (next) => {
      setValue(next);
      write(key, next);
    },
  ];
}

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // Storage may be blocked or full.
  }
}
