import { useState } from 'react';
import { logFailure } from '../api/request-json.ts';
import { PlaceIcon } from './place-icon.tsx';
import ui from '../ui/ui.module.css';
import { takeFocus } from '../navigation/page-heading.tsx';
import styles from './place-parts.module.css';
import { QuietButton } from '../ui/controls.tsx';

export type ShareButtonProps = {
  readonly title: string;
  /** The query of the address to share; that of the page if it is left out. */
  readonly search?: string;
};

/** Shares an address: by the device's share sheet, by copying it, or by showing it. */
export function ShareButton({ title, search }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'shown' | null>(null);
  const address = () => {
    const url = new URL(window.location.href);
    if (search !== undefined) url.search = search;
    return url.href;
  };
  const share = async () => {
    // Or the same outcome again would not be announced.
    setOutcome(null);
    const url = address();
    // The types promise what old browsers and insecure pages lack.
    const device: Partial<Navigator> = navigator;
    try {
      if (device.share) await device.share({ title, url });
      else {
        await device.clipboard?.writeText(url);
        setOutcome(device.clipboard ? 'copied' : 'shown');
      }
    } catch (error) {
      // Closing the share sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      logFailure('The link could not be shared', error);
      setOutcome('shown');
    }
  };
  const isCopied = outcome === 'copied';
  return (
    <div className={`${ui.scripted} ${ui.row} ${styles.share}`}>
      <QuietButton onClick={() => void share()}>
        <PlaceIcon name={isCopied ? 'check' : 'share'} />
        {isCopied ? 'Link copied' : 'Share'}
      </QuietButton>
      <p role="status" className={ui.hidden}>
        {isCopied && 'Link copied'}
      </p>
      {outcome === 'shown' && (
        <label className={styles.manual}>
          Copy this link
          <input
            ref={takeFocus}
            readOnly
            value={address()}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
    </div>
  );
}
