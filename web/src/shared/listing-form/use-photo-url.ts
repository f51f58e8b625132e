import { useEffect, useState } from 'react';
import type { Photo } from './photo.ts';

/** An address for a photo that is still in this browser only; given back when it is no longer shown. */
export function usePhotoUrl(photo: Photo | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const blob = photo?.blob;
  useEffect(() => {
    if (!blob) return;
    const created = URL.createObjectURL(blob);
    // The address is made by the browser, outside of React, and must be given back to it.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setUrl(null);
    };
  }, [blob]);
  return url;
}
