import { useCallback, useEffect, useState } from 'react';
import { logFailure } from '../log-failure.ts';
import { readSavedPhoto, writeSavedPhoto } from './saved-photo.ts';
import type { Photo } from './photo.ts';

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
