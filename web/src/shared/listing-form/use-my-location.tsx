import { listingFormTexts } from '../../texts/listing-form-texts.ts';
import ui from '../ui/ui.module.css';
import type { AddressLookup } from './use-address-lookup.ts';

const { pin: texts } = listingFormTexts;

/** Where the device says that it is; asked only on a press, and only where the browser can. */
export function UseMyLocation({ lookup }: { readonly lookup: AddressLookup }) {
  if (!window.isSecureContext || !('geolocation' in navigator)) return null;
  const isBusy = lookup.here === 'awaited';
  return (
    <>
      <button
        type="button"
        className={ui.quiet}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) lookup.pinHere();
        }}
      >
        {texts.here}
      </button>
      <p role="status">{texts.hereStatus[lookup.here]}</p>
    </>
  );
}
