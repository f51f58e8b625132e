import { useState } from 'react';
import { readStored, writeStored } from '../../../shared/local-storage.ts';

/** A setting of this browser; null until it is chosen. Without storage it lasts until the page is left. */
export function useSetting(key: string): readonly [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => readStored(key));
  return [
    value,
    (next) => {
      setValue(next);
      writeStored(key, next);
    },
  ];
}
