import { useState } from 'react';
import { logFailure } from '../../shared/log-failure.ts';
import { usePlaceTexts } from '../../shared/texts/place-texts.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import ui from '../../shared/ui/ui.module.css';
import { shareLink, type ShareOutcome } from './share-link.ts';
import styles from './share-button.module.css';

/** Hands the page's address on: by the device's own sheet, by copying, or at least by showing it. */
export function ShareButton({ name }: { readonly name: string }) {
  const { place } = usePlaceTexts();
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null);
  const handleShare = () => {
    shareLink({ title: name, url: window.location.href })
      .then(setOutcome)
      .catch((error: unknown) => {
        logFailure('The link could not be shared', error);
      });
  };
  return (
    <div className={styles.share}>
      <button type="button" className={ui.quiet} onClick={handleShare}>
        <Icon name={outcome?.kind === 'copied' ? 'check' : 'share'} />
        {place.share}
      </button>
      <p role="status">{outcome?.kind === 'copied' && place.copied}</p>
      {outcome?.kind === 'manual' && (
        <label className={styles.manual}>
          {place.copyThis}
          <input
            readOnly
            value={outcome.url}
            onFocus={(event) => {
              event.currentTarget.select();
            }}
          />
        </label>
      )}
    </div>
  );
}
