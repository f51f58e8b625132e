import { useEffect, useState } from 'react';
import type { Photo } from './photo.ts';

/** An address for a photo that is still in this browser only; given back when it is no longer shown. */
export function usePhotoUrl(photo: Photo | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const blob = photo?.blob;
  useEffect(() => {
    if (!blob) return;
    const created = URL.createObjectURL(blob);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the browser makes the address, outside of React, and takes it back
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setUrl(null);
    };
  }, [blob]);
  return url;
}
