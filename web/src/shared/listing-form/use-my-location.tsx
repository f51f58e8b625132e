import { useState } from 'react';
import { useListingFormTexts } from '../texts/listing-form-texts.ts';
import ui from '../ui/ui.module.css';
import type { Point } from './geocoding.ts';

/** Where the device says that it is; asked only on a press, and only where the browser can. */
export function UseMyLocation({ onFound }: { readonly onFound: (point: Point) => void }) {
  const { pin: texts } = useListingFormTexts();
  const [hasFailed, setFailed] = useState(false);
  if (!window.isSecureContext || !('geolocation' in navigator)) return null;
  return (
    <>
      <button
        type="button"
        className={ui.quiet}
        onClick={() => {
          setFailed(false);
          navigator.geolocation.getCurrentPosition(
            ({ coords }) => {
              onFound(coords);
            },
            () => {
              setFailed(true);
            },
          );
        }}
      >
        {texts.here}
      </button>
      <p role="status">{hasFailed && texts.hereFailed}</p>
    </>
  );
}
